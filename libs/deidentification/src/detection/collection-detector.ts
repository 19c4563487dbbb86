import {
  type DetectionOptions,
  type DetectionText,
  type Detector,
  type Finding,
  type SuggestedSpan,
  withSuggestions,
} from '#lib/detection';
import { DomainError } from '#lib/kernel';
import { FindingsCache } from '../findings-cache.js';
import { DEFAULT_PROFILE, type DetectionProfile } from './detection-profiles.js';
import { overlaid } from './detection-settings.js';

/** Where the settings of collections come from: `DetectionProfiles`. */
export interface ProfileSource {
  profile(tenantId: string, collectionId: string): Promise<DetectionProfile>;
}

/** A bigger model behind a port: `RemoteAnalyzer`. */
export interface Analyzer {
  readonly version: string;
  analyze(texts: readonly string[], language?: string): Promise<SuggestedSpan[][]>;
}

export interface CollectionDetectorParts {
  readonly detector: Detector;
  /** Absent: every collection has the product's defaults. */
  readonly profiles?: ProfileSource;
  /** Absent: a collection that asks for an analyzer cannot be read. */
  readonly analyzer?: Analyzer | undefined;
}

/** One document of a collection to be read. */
export interface DetectionTask {
  readonly tenantId: string;
  readonly collectionId: string;
  readonly texts: readonly DetectionText[];
  /** The request's own settings, over the collection's. */
  readonly own?: DetectionOptions;
}

/**
 * Reads texts as their collection wants them read: its types, thresholds, lists and recognizers, and its analyzer. Unchanged
 * documents are not read twice.
 *
 * INVARIANT: when settings, detector or analyzer cannot answer, it throws; it never reads with less than was asked for.
 */
export class CollectionDetector {
  private readonly findings = new FindingsCache();

  constructor(private readonly parts: CollectionDetectorParts) {}

  /** The findings of each text, in the order given. What one text tells about a name counts in the others. */
  async findAll({ tenantId, collectionId, texts, own }: DetectionTask): Promise<readonly (readonly Finding[])[]> {
    const { detector, profiles } = this.parts;
    const profile = (await profiles?.profile(tenantId, collectionId)) ?? DEFAULT_PROFILE;
    const options = own ? overlaid(profile.options, own) : profile.options;
    const read = () => this.read(texts, options, profile);
    // Compiled recognizers of a request have no name to be remembered by.
    if (own?.custom) return read();
    const analyzer = profile.analyzer ? this.analyzer().version : '';
    return this.findings.find([detector.version, profile.tag, analyzer, own ?? null], texts, read);
  }

  private async read(
    texts: readonly DetectionText[],
    options: DetectionOptions,
    { analyzer }: DetectionProfile,
  ): Promise<Finding[][]> {
    const found = this.parts.detector.findAll(texts, options);
    if (!analyzer) return found;
    const suggested = await this.analyzer().analyze(
      texts.map(({ text }) => text),
      options.language,
    );
    return texts.map(({ text }, index) =>
      withSuggestions(text, found[index] ?? [], suggested[index] ?? [], 'analyzer', options),
    );
  }

  private analyzer(): Analyzer {
    const { analyzer } = this.parts;
    if (analyzer) return analyzer;
    throw new DomainError('detection.failed', {
      publicMessage: 'The collection wants its texts read by an analyzer, and none is configured. Nothing was sent on.',
      detail: 'settings ask for an analyzer; set analyzer.baseUrl in the configuration file',
    });
  }
}
