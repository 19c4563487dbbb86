import { z } from 'zod';
import { DetectionSettings } from '#lib/deidentification';

export const DetectionResponse = z
  .object({
    collection: z.string().meta({ description: 'The id of the collection.' }),
    settings: DetectionSettings,
    etag: z.string().meta({ description: 'For If-Match; `0` while nothing was set.' }),
  })
  .meta({ id: 'CollectionDetection', description: 'What is looked for in the texts of a collection.' });

export const TryDetectionRequest = z
  .strictObject({
    texts: z
      .array(z.string().max(100_000))
      .min(1)
      .max(100)
      .meta({ description: 'Texts to read.', 'x-sensitive': true }),
    settings: DetectionSettings.optional().meta({ description: 'Settings to try; absent: those of the collection.' }),
  })
  .meta({ id: 'TryDetectionRequest', description: 'Texts to read by settings that need not be stored. Nothing is.' });
export type TryDetectionRequest = z.infer<typeof TryDetectionRequest>;

const Found = z.object({
  type: z.string().meta({ description: 'The info type.' }),
  start: z.number().int().meta({ description: 'Where it begins, in UTF-16 code units.' }),
  end: z.number().int().meta({ description: 'Where it ends.' }),
  score: z.number().meta({ description: '0 to 1.' }),
  recognizer: z.string().meta({ description: 'Who found it.' }),
  explanation: z
    .object({
      pattern: z.string().optional(),
      validation: z.string(),
      context: z.array(z.string()).meta({ description: 'The context words near it.' }),
      path: z
        .array(z.object({ reason: z.string(), score: z.number() }))
        .meta({ description: 'How the score came about.' }),
    })
    .meta({ description: 'Why it was found; never the value.' }),
});

export const TryDetectionResponse = z
  .object({
    results: z.array(z.object({ findings: z.array(Found) })).meta({ description: 'One for each text.' }),
  })
  .meta({ id: 'TryDetectionResponse', description: 'The findings of each text, in the order given.' });
