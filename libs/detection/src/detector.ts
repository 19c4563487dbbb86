import { createHash } from 'node:crypto';
import { DomainError } from '#lib/kernel';
import type { WordIndex } from './context/word-index.js';
import { AllowList, DenyList, type ListTerm } from './custom/lists.js';
import { acceptance, type DetectionOptions, THRESHOLD_STRICT } from './detection-options.js';
import { documentPass } from './document/document-pass.js';
import type { DetectionText, Finding } from './finding.js';
import type { NameRecognizer } from './name-recognizer.js';
import { NameTagger } from './name-tagger/index.js';
import { agesAfterNames } from './names/age-after-name.js';
import { findNames, NAME_TYPES } from './names/find-names.js';
import { normalize } from './normalization/normalize.js';
import type { NormalizedText } from './normalization/normalized-text.js';
import type { CandidateFinding } from './overlap/candidate-finding.js';
import { mergeAdjacent } from './overlap/merge-adjacent.js';
import { resolveOverlaps } from './overlap/resolve-overlaps.js';
import { PatternScanner } from './patterns/pattern-scanner.js';
import type { Recognizer } from './recognizer.js';
import { GENERIC_RECOGNIZERS } from './recognizers/generic/index.js';
import { NATIONAL_RECOGNIZERS } from './recognizers/national/index.js';

export const ALL_RECOGNIZERS: readonly Recognizer[] = [...GENERIC_RECOGNIZERS, ...NATIONAL_RECOGNIZERS];

const CUSTOM_TIMEOUT_MS = 250;

export interface DetectorParts {
  /** Who finds names; `null` for none. */
  readonly names?: NameRecognizer | null;
  readonly recognizers?: readonly Recognizer[];
}

interface Read {
  readonly normal: NormalizedText;
  readonly candidates: readonly CandidateFinding[];
  readonly text: string;
  readonly words: WordIndex;
  readonly found: readonly CandidateFinding[];
}

/**
 * Finds personal data in text. Pure and synchronous; one instance serves all requests.
 *
 * INVARIANT: findings are sorted, don't overlap, lie in the given text's UTF-16 offsets, and never touch a vault token.
 */
export class Detector {
  /** Changes whenever the same text might be read differently; caches of findings carry it. */
  readonly version: string;
  private readonly scanner: PatternScanner;
  private readonly names: NameRecognizer | null;
  private readonly denyLists = new WeakMap<readonly ListTerm[], DenyList>();
  private readonly allowLists = new WeakMap<readonly ListTerm[], AllowList>();

  constructor(parts: DetectorParts = {}) {
    this.names = parts.names === undefined ? new NameTagger() : parts.names;
    this.scanner = new PatternScanner(parts.recognizers ?? ALL_RECOGNIZERS);
    this.version = createHash('sha256')
      .update(JSON.stringify([this.names?.version, this.scanner.recognizers.map(describe)]))
      .digest('hex')
      .slice(0, 16);
  }

  /** Throws DomainError('detection.failed'), which names no text, when a recognizer fails. */
  find(text: string, options: DetectionOptions = {}): Finding[] {
    return this.findAll([{ text }], options)[0]!;
  }

  /** The findings of each text, in the order given. What one text tells about a name counts in the others. */
  findAll(texts: readonly DetectionText[], options: DetectionOptions = {}): Finding[][] {
    try {
      const reads = texts.map((one) => this.read(one, options));
      const alone = this.wantsPersons(options) ? documentPass(reads) : reads.map(() => []);
      return reads.map((read, index) => this.finish(read, alone[index]!, options));
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw new DomainError('detection.failed', {
        publicMessage: 'The text could not be examined, so nothing was sent on.',
        detail: error instanceof Error ? error.name : 'unknown',
      });
    }
  }

  private read(one: DetectionText, options: DetectionOptions): Read {
    const normal = normalize(one.text);
    const { text } = normal;
    const only = options.types ? new Set(options.types) : null;
    const wants = (recognizer: Recognizer): boolean =>
      only ? recognizer.types.some((type) => only.has(type)) : recognizer.offByDefault !== true;
    const scoreMin = Math.min(options.threshold ?? THRESHOLD_STRICT, ...Object.values(options.thresholds ?? {}));
    const { found: candidates, words } = this.scanner.scan(text, one.label ?? options.label, wants, scoreMin);
    if (this.names && (!only || NAME_TYPES.some((type) => only.has(type)))) {
      candidates.push(...findNames(this.names, text, one.kind ?? options.kind, options));
    }
    candidates.push(...agesAfterNames(text, candidates), ...customFindings(text, options));
    const accepts = acceptance(options);
    const accepted = candidates.filter((candidate) => accepts(candidate.type, candidate.score));
    if (options.deny) accepted.push(...this.denyList(options.deny).find(text));
    return { normal, candidates: accepted, text, words, found: resolveOverlaps(text, accepted, normal.taken) };
  }

  private finish(read: Read, alone: readonly CandidateFinding[], options: DetectionOptions): Finding[] {
    const { normal, text } = read;
    const found = alone.length > 0 ? resolveOverlaps(text, [...read.candidates, ...alone], normal.taken) : read.found;
    const findings = mergeAdjacent(text, found).map((finding) => inOriginal(finding, normal));
    if (!options.allow) return findings;
    const allowed = this.allowList(options.allow);
    return findings.filter(({ start, end, type }) => !allowed.allows(normal.original.slice(start, end), type));
  }

  private wantsPersons({ types, excludeTypes }: DetectionOptions): boolean {
    return (!types || types.includes('PERSON')) && !excludeTypes?.includes('PERSON');
  }

  private denyList(terms: readonly ListTerm[]): DenyList {
    let list = this.denyLists.get(terms);
    if (!list) {
      list = new DenyList(terms);
      this.denyLists.set(terms, list);
    }
    return list;
  }

  private allowList(terms: readonly ListTerm[]): AllowList {
    let list = this.allowLists.get(terms);
    if (!list) {
      list = new AllowList(terms);
      this.allowLists.set(terms, list);
    }
    return list;
  }
}

function customFindings(text: string, options: DetectionOptions): CandidateFinding[] {
  if (!options.custom) return [];
  const deadline = performance.now() + (options.customTimeoutMs ?? CUSTOM_TIMEOUT_MS);
  return options.custom.flatMap((recognizer) =>
    recognizer.find(text, deadline).map(({ start, end, score, context }) => ({
      start,
      end,
      type: recognizer.type,
      score,
      recognizer: recognizer.id,
      evidence: 'configured' as const,
      explanation: { validation: 'unknown' as const, context, path: [{ reason: 'pattern' as const, score }] },
    })),
  );
}

function inOriginal(finding: CandidateFinding, normal: NormalizedText): Finding {
  const { start, end } = normal.toOriginal(finding.start, finding.end);
  const { type, score, recognizer, explanation } = finding;
  return { start, end, type, score, recognizer, explanation };
}

function describe(recognizer: Recognizer): unknown {
  const { id, score, validScore, failedCheckScore, patterns, context, notContext, requiresContext, labels } =
    recognizer;
  const forms = patterns.map(({ regex, ...pattern }) => [regex.source, regex.flags, pattern]);
  return [id, score, validScore, failedCheckScore, forms, context, notContext, requiresContext, labels];
}
