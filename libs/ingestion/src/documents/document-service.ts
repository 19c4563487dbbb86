import type { CollectionDetector, Deidentifier, ExchangeScope, Reidentifier } from '#lib/deidentification';
import {
  type ByteSink,
  ColumnPolicies,
  type DocumentInput,
  type DocumentOptions,
  type DocumentReport,
  formatById,
  readDocument,
  restoreDocument,
  rewriteDocument,
  type Segment,
  type SegmentEdits,
  type SegmentRewriter,
} from '#lib/documents';
import type { Edit, InfoType, TextSlot } from '#lib/kernel';
import type { Form } from '#lib/vault';

/** How one document is to be read. */
export interface DocumentOrder {
  /** A format's id; told from the content when absent. */
  readonly format?: string;
  /** In what form values leave; the collection's own when absent. */
  readonly as?: Form;
  /** By column name: `{ "email": "token", "notes": "detect" }`. */
  readonly columns?: Readonly<Record<string, string>>;
  readonly unknownParts?: 'refuse' | 'drop';
}

export interface DocumentWork {
  readonly signal?: AbortSignal;
  readonly onProgress?: DocumentOptions['onProgress'];
}

/** Documents through the seam: values out, values back in, or only told of. Policy and audit hold as for any text. */
export class DocumentService {
  constructor(
    private readonly parts: {
      readonly deidentifier: Deidentifier;
      readonly reidentifier: Reidentifier;
      readonly detector: CollectionDetector;
    },
  ) {}

  /** Puts stand-ins in place of values; format and styles stay. Throws `document.*` errors that name no content. */
  async deidentify(
    scope: ExchangeScope,
    input: DocumentInput,
    output: ByteSink,
    order: DocumentOrder = {},
    work: DocumentWork = {},
  ): Promise<DocumentReport> {
    return rewriteDocument(input, output, this.deidentifying(scope, order.as), optionsOf(order, work));
  }

  /** Puts values back as far as policy allows; the rest stays as it is. */
  async reidentify(
    scope: ExchangeScope,
    input: DocumentInput,
    output: ByteSink,
    order: Pick<DocumentOrder, 'format' | 'unknownParts'> = {},
    work: DocumentWork = {},
  ): Promise<DocumentReport> {
    const rewriter: SegmentRewriter = {
      rewrite: async (segments) => {
        let edits: SegmentEdits = new Map();
        await this.parts.reidentifier.reidentify(
          scope,
          {
            slots: segments,
            splice: (given) => {
              edits = given;
              return '';
            },
          },
          'documents.reidentify',
        );
        return edits;
      },
    };
    return restoreDocument(input, output, rewriter, optionsOf(order, work));
  }

  /** Counts by part and type what a document holds; nothing is stored. */
  async inspect(
    scope: ExchangeScope,
    input: DocumentInput,
    order: DocumentOrder = {},
    work: DocumentWork = {},
  ): Promise<DocumentReport> {
    const { tenantId } = scope.principal;
    const replaced: Record<string, Record<InfoType, number>> = {};
    const count = ({ part }: Segment, type: InfoType) => {
      replaced[part] ??= {};
      replaced[part][type] = (replaced[part][type] ?? 0) + 1;
    };
    const report = await readDocument(
      input,
      async (segments) => {
        const read = segments.filter(({ value }) => value === undefined);
        for (const segment of segments) if (segment.value) count(segment, segment.value.type);
        const found = await this.parts.detector.findAll({
          tenantId,
          collectionId: scope.collectionId,
          texts: read.map(({ text, kind, label }) => ({ text, kind, ...(label !== undefined && { label }) })),
          ...(scope.detection && { own: scope.detection }),
        });
        read.forEach((segment, index) => {
          if (segment.view !== 'joined') for (const { type } of found[index] ?? []) count(segment, type);
        });
      },
      optionsOf(order, work),
    );
    return { ...report, replaced };
  }

  private deidentifying(scope: ExchangeScope, as: Form | undefined): SegmentRewriter {
    return {
      rewrite: async (segments) => {
        const edits = new Map<TextSlot, readonly Edit[]>();
        for (const [form, group] of byForm(segments, as)) {
          await this.parts.deidentifier.deidentify(
            scope,
            { slots: group, splice: () => '' },
            {
              surface: 'documents.deidentify',
              origin: () => 'document',
              unanswered: true,
              ...(form !== undefined && { form }),
              declared: (slot) => (slot as Segment).value?.type,
              documentOf: (slot) => (slot as Segment).record,
              close: (closing) => {
                for (const [slot, own] of closing.edits) edits.set(slot, own);
                return '';
              },
            },
          );
        }
        return edits;
      },
    };
  }
}

/** Segments by the form that their values are to have: columns may ask for one of their own. */
function byForm(segments: readonly Segment[], as: Form | undefined): Map<Form | undefined, Segment[]> {
  const groups = new Map<Form | undefined, Segment[]>();
  for (const segment of segments) {
    const form = (segment.value?.form as Form | undefined) ?? as;
    const group = groups.get(form);
    if (group) group.push(segment);
    else groups.set(form, [segment]);
  }
  return groups;
}

function optionsOf(
  { format, columns, unknownParts }: DocumentOrder,
  { signal, onProgress }: DocumentWork,
): DocumentOptions {
  return {
    ...(format !== undefined && { format: formatById(format) }),
    ...(columns && { columns: ColumnPolicies.parse(columns) }),
    ...(unknownParts && { unknownParts }),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  };
}
