import { createHash } from 'node:crypto';
import { findVaultTokens, type TextSlot, tokenBodyFrom, vaultToken } from '#lib/kernel';
import type { Segment, SegmentEdit } from '../segment.js';
import type { SegmentRewriter } from '../segment-rewriter.js';

/** Invented values and how they may be spelled, by type. */
const PATTERNS: readonly (readonly [string, RegExp])[] = [
  ['EMAIL', /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g],
  ['US_SSN', /(?<!\d)219-?09-?999\d(?!\d)/g],
  ['IBAN', /DE89[\d ]{15,}\d/g],
  ['CREDIT_CARD', /4111 ?1111 ?1111 ?1111/g],
  ['PHONE', /(?:\+1 ?\(415\) ?|(?<!\d)1?415-?)555-?0137|(?:\+|00)44 20 7946 0958/g],
  ['IP_ADDRESS', /(?<![\d.])203\.0\.113\.\d+/g],
  ['DATE_OF_BIRTH', /1984-07-19/g],
  ['MEDICAL_RECORD', /MRN-\d+/g],
  ['PASSPORT', /X4920117/g],
  ['ADDRESS', /48 Saddlefield Road(?:, Bristol)?/g],
  ['ORGANIZATION', /Larkfield Clinic/g],
  [
    'PERSON',
    /(?:Maren|Zoëe?|Zoeë?)(?: |%20)Hollstrup|Hollstrup, Maren|Tobias(?: |%20)Finnegan|Finnegan, Tobias|Priya(?: |%20)Ramanathan|José Ñíguez|^TF$/g,
  ],
];

/**
 * Stands in for detection and the vault in tests: swaps invented values for well-formed vault tokens, the same value for
 * the same token, and back.
 */
export class PatternRewriter implements SegmentRewriter {
  readonly values = new Map<string, string>();
  readonly seen: Segment[] = [];

  constructor(private readonly patterns = PATTERNS) {}

  async rewrite(segments: readonly Segment[]): Promise<Map<TextSlot, SegmentEdit[]>> {
    this.seen.push(...segments);
    const edits = new Map<TextSlot, SegmentEdit[]>();
    for (const segment of segments) {
      const found = segment.value
        ? [{ start: 0, end: segment.text.length, text: this.shaped(segment.value.type, segment.text, segment.mode) }]
        : this.find(segment);
      if (found.length > 0) edits.set(segment, found);
    }
    return edits;
  }

  /** Puts every value back, as the seam does: one edit for the whole text. */
  get restorer(): SegmentRewriter {
    return {
      rewrite: async (segments) => {
        const edits = new Map<TextSlot, SegmentEdit[]>();
        for (const segment of segments) {
          let text = segment.text;
          for (const { start, end, token } of findVaultTokens(segment.text).reverse()) {
            text = text.slice(0, start) + (this.values.get(token) ?? token) + text.slice(end);
          }
          if (text !== segment.text) edits.set(segment, [{ start: 0, end: segment.text.length, text }]);
        }
        return edits;
      },
    };
  }

  /** The token that stands for a value; throws when none does. */
  tokenOf(value: string): string {
    for (const [token, known] of this.values) if (known === value) return token;
    throw new Error('the value was not replaced');
  }

  private find({ text: raw, mode }: Segment): SegmentEdit[] {
    const text = raw.replace(/[\u2010\u2011]/g, '-').replace(/\u00a0/g, ' ');
    const taken: { start: number; end: number }[] = findVaultTokens(text);
    const edits: SegmentEdit[] = [];
    for (const [type, pattern] of this.patterns) {
      for (const match of text.matchAll(pattern)) {
        const start = match.index;
        const end = start + match[0].length;
        if (taken.some((one) => one.start < end && start < one.end)) continue;
        taken.push({ start, end });
        edits.push({ start, end, text: this.shaped(type, match[0], mode) });
      }
    }
    return edits.sort((a, b) => a.start - b.start);
  }

  private shaped(type: string, value: string, mode: Segment['mode']): string {
    const token = this.token(type, value);
    return mode === 'bare' ? token.slice(1, -1) : token;
  }

  private token(type: string, value: string): string {
    const digest = createHash('sha256').update(`${type} ${value}`).digest();
    const token = vaultToken(type, tokenBodyFrom(digest.subarray(0, 5)));
    this.values.set(token, value);
    return token;
  }
}
