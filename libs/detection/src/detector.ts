import { createHash } from 'node:crypto';
import { DomainError, type Span } from '#lib/kernel';
import { acceptance, type DetectionOptions, THRESHOLD_STRICT } from './detection-options.js';
import type { DetectionText, Finding } from './finding.js';
import type { NameRecognizer } from './name-recognizer.js';
import { NameTagger } from './name-tagger/index.js';
import { normalize } from './normalization/normalize.js';
import type { NormalizedText } from './normalization/normalized-text.js';
import type { CandidateFinding } from './overlap/candidate-finding.js';
import { resolveOverlaps } from './overlap/resolve-overlaps.js';
import { PatternScanner } from './patterns/pattern-scanner.js';
import type { Recognizer } from './recognizer.js';
import { GENERIC_RECOGNIZERS } from './recognizers/generic/index.js';
import { NATIONAL_RECOGNIZERS } from './recognizers/national/index.js';

export const ALL_RECOGNIZERS: readonly Recognizer[] = [...GENERIC_RECOGNIZERS, ...NATIONAL_RECOGNIZERS];

const NAME_TYPES = ['PERSON', 'ORGANIZATION', 'LOCATION', 'ADDRESS', 'DATE'];

export interface DetectorParts {
  /** Who finds names; `null` for none. */
  readonly names?: NameRecognizer | null;
  readonly recognizers?: readonly Recognizer[];
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
      return texts.map((one) => this.read(one, options));
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw new DomainError('detection.failed', {
        publicMessage: 'The text could not be examined, so nothing was sent on.',
        detail: error instanceof Error ? error.name : 'unknown',
      });
    }
  }

  private read(one: DetectionText, options: DetectionOptions): Finding[] {
    if (one.text === '') return [];
    const accepts = acceptance(options);
    const normal = normalize(one.text);
    const only = options.types ? new Set(options.types) : null;
    const wants = (recognizer: Recognizer): boolean =>
      only ? recognizer.types.some((type) => only.has(type)) : recognizer.offByDefault !== true;
    const scoreMin = Math.min(options.threshold ?? THRESHOLD_STRICT, ...Object.values(options.thresholds ?? {}));
    const candidates = this.scanner.scan(normal.text, one.label ?? options.label, wants, scoreMin);
    if (this.names && (!only || NAME_TYPES.some((type) => only.has(type)))) {
      candidates.push(...this.readNames(this.names, normal.text, options));
    }
    const accepted = candidates.filter((candidate) => accepts(candidate.type, candidate.score));
    return resolveOverlaps(normal.text, accepted, normal.taken).map((finding) => inOriginal(finding, normal));
  }

  private readNames(names: NameRecognizer, text: string, options: DetectionOptions): CandidateFinding[] {
    const spans = names.find(text, {
      strict: options.profile === 'strict',
      ...(options.language ? { language: options.language } : {}),
    });
    return spans.map((span) => ({
      ...span,
      recognizer: 'names',
      evidence: 'tagger',
      explanation: { validation: 'unknown', context: [], path: [{ reason: 'tagger', score: span.score }] },
    }));
  }
}

function inOriginal(finding: CandidateFinding, normal: NormalizedText): Finding {
  const { start, end }: Span = normal.toOriginal(finding.start, finding.end);
  const { type, score, recognizer, explanation } = finding;
  return { start, end, type, score, recognizer, explanation };
}

function describe(recognizer: Recognizer): unknown {
  const { id, score, validScore, failedCheckScore, patterns, context, notContext, requiresContext } = recognizer;
  const forms = patterns.map((pattern) => [
    pattern.regex.source,
    pattern.regex.flags,
    pattern.score,
    pattern.validScore,
  ]);
  return [id, score, validScore, failedCheckScore, forms, context, notContext, requiresContext];
}
