import type { RewriteSession } from '../rewrite-session.js';
import { xmlAttribute, xmlTokens } from '../xml/xml-scanner.js';

/** What is to become of a part of an Office package. */
export type PartUse =
  /** Read and spliced. */
  | 'xml'
  /** A document or picture of its own, read by its format. */
  | 'embedded'
  /** Styles, themes, fonts' names: copied after a search for replaced values. */
  | 'plumbing'
  /** Left out, together with what refers to it. */
  | 'dropped';

const PLUMBING =
  /(?:^\[Content_Types\]\.xml$|\/(?:styles|stylesWithEffects|theme\d*|fontTable|settings|webSettings|numbering|calcChain|presProps|viewProps|tableStyles)\.xml$)/;
const DROPPED =
  /^docProps\/thumbnail\.|(?:^|\/)(?:vbaProject|vbaData|attachedToolbars|printerSettings\d*)\.|^_xmlsignatures\/|(?:^|\/)activeX\//i;
const EMBEDDED = /\/(?:media|embeddings)\//;

export function partUse(name: string, session: RewriteSession): PartUse {
  if (DROPPED.test(name)) {
    if (/vba/i.test(name)) session.note('macros_dropped');
    if (name.startsWith('_xmlsignatures/')) session.note('signature_dropped');
    return 'dropped';
  }
  if (PLUMBING.test(name)) return 'plumbing';
  if (/\.(?:xml|rels|vml)$/i.test(name)) return 'xml';
  if (EMBEDDED.test(name)) return 'embedded';
  return 'dropped';
}

/** Takes out of `[Content_Types].xml` and of a `.rels` part what speaks of parts that were dropped. */
export function withoutDropped(source: string, owner: string, dropped: ReadonlySet<string>, depthMax: number): string {
  if (dropped.size === 0) return source;
  let out = '';
  let at = 0;
  let skipTo: string | null = null;
  for (const token of xmlTokens(source, depthMax)) {
    if (skipTo !== null) {
      if (token.what === 'close' && token.name === skipTo) {
        at = token.end;
        skipTo = null;
      }
      continue;
    }
    if (token.what !== 'open') continue;
    const target = targetOf(source, token, owner);
    if (target === null || !dropped.has(target)) continue;
    out += source.slice(at, token.start);
    at = token.end;
    if (!token.selfClosing) skipTo = token.name;
  }
  return out + source.slice(at);
}

function targetOf(source: string, token: Parameters<typeof xmlAttribute>[1], owner: string): string | null {
  if (token.name === 'Override') return xmlAttribute(source, token, 'PartName')?.replace(/^\//, '') ?? null;
  if (token.name !== 'Relationship' || xmlAttribute(source, token, 'TargetMode') === 'External') return null;
  const target = xmlAttribute(source, token, 'Target');
  if (target === undefined) return null;
  return resolved(owner, target);
}

/** A relationship's target as a part name (OPC, ECMA-376 Part 2, 9.3.2): relative to the folder of the part that owns it. */
function resolved(owner: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const path = owner
    .replace(/_rels\/[^/]*$/, '')
    .split('/')
    .filter(Boolean);
  for (const step of target.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.') path.push(step);
  }
  return path.join('/');
}
