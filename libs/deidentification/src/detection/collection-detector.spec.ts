import { describe, expect, it } from '@jest/globals';
import { Detector } from '#lib/detection';
import { DomainError } from '#lib/kernel';
import { CollectionDetector } from './collection-detector.js';
import type { DetectionProfile } from './detection-profiles.js';
import { compileDetection, DetectionSettings } from './detection-settings.js';

const detector = new Detector({ names: null });
const TEXT = 'Mail ann.lee@example.org about project Bluebird, shelf zq-blue.';

function profile(settings: object, tag = JSON.stringify(settings)): DetectionProfile {
  const parsed = DetectionSettings.parse(settings);
  return { options: compileDetection(parsed), analyzer: parsed.analyzer === true, tag };
}

function reading(settings: object, more: object = {}) {
  const collection = new CollectionDetector({
    detector,
    profiles: { profile: async () => profile(settings) },
    ...more,
  });
  return async (own: object = {}) => {
    const task = {
      tenantId: 't',
      collectionId: 'c',
      texts: [{ text: TEXT }],
      own: compileDetection(DetectionSettings.parse(own)),
    };
    const [findings] = await collection.findAll(task);
    return findings!.map(({ type, start, end }) => `${type} ${TEXT.slice(start, end)}`);
  };
}

describe('detection by the settings of a collection', () => {
  it.each([
    ['no settings', {}, ['EMAIL ann.lee@example.org']],
    ['a type switched off', { excludeTypes: ['EMAIL'] }, []],
    ['only other types', { types: ['IBAN'] }, []],
    ['a threshold nothing reaches', { thresholds: { EMAIL: 1 } }, []],
    ['an allow list, in any case', { allow: [{ text: 'ANN.LEE@example.org' }] }, []],
    [
      'an allow list as written',
      { allow: [{ text: 'ANN.LEE@example.org', caseSensitive: true }] },
      ['EMAIL ann.lee@example.org'],
    ],
    [
      'a deny list',
      { deny: [{ text: 'bluebird', type: 'PROJECT' }] },
      ['EMAIL ann.lee@example.org', 'PROJECT Bluebird'],
    ],
    [
      'a pattern of one’s own',
      { recognizers: [{ name: 'shelf', type: 'SHELF', pattern: 'zq-[a-z]+' }] },
      ['EMAIL ann.lee@example.org', 'SHELF zq-blue'],
    ],
    [
      'a dictionary of one’s own',
      { recognizers: [{ name: 'projects', type: 'PROJECT', dictionary: ['Bluebird'] }] },
      ['EMAIL ann.lee@example.org', 'PROJECT Bluebird'],
    ],
  ])('reads with %s', async (_, settings, expected) => {
    expect(await reading(settings)()).toEqual(expected);
  });

  it('lays the settings of a request over them: values replaced, lists added', async () => {
    const read = reading({ deny: [{ text: 'bluebird' }], thresholds: { EMAIL: 1 } });
    expect(await read()).toEqual(['CUSTOM Bluebird']);
    expect(await read({ thresholds: { EMAIL: 0.5 }, deny: [{ text: 'shelf' }] })).toEqual([
      'EMAIL ann.lee@example.org',
      'CUSTOM Bluebird',
      'CUSTOM shelf',
    ]);
    expect(await read({ recognizers: [{ name: 'shelf', type: 'SHELF', pattern: 'zq-[a-z]+' }] })).toContain(
      'SHELF zq-blue',
    );
    expect(await read()).toEqual(['CUSTOM Bluebird']);
  });

  it('sees changed settings at once, though it does not read an unchanged text twice', async () => {
    let settings: object = {};
    let reads = 0;
    const counting = new Detector({ names: null });
    const findAll = counting.findAll.bind(counting);
    counting.findAll = (...given) => {
      reads += 1;
      return findAll(...given);
    };
    const collection = new CollectionDetector({
      detector: counting,
      profiles: { profile: async () => profile(settings) },
    });
    const task = { tenantId: 't', collectionId: 'c', texts: [{ text: TEXT }] };
    await collection.findAll(task);
    await collection.findAll(task);
    expect(reads).toBe(1);
    settings = { excludeTypes: ['EMAIL'] };
    expect(await collection.findAll(task)).toEqual([[]]);
    expect(reads).toBe(2);
  });

  it('asks the analyzer where the collection wants it, and fails where none is configured or it fails', async () => {
    const asked: string[][] = [];
    const analyzer = {
      version: '1',
      analyze: async (texts: readonly string[]) => {
        asked.push([...texts]);
        return texts.map((text) => [
          { start: text.indexOf('Bluebird'), end: text.indexOf(','), type: 'PROJECT', score: 0.9 },
        ]);
      },
    };
    expect(await reading({}, { analyzer })()).toEqual(['EMAIL ann.lee@example.org']);
    expect(asked).toEqual([]);
    expect(await reading({ analyzer: true }, { analyzer })()).toEqual([
      'EMAIL ann.lee@example.org',
      'PROJECT Bluebird',
    ]);
    await expect(reading({ analyzer: true })()).rejects.toMatchObject({ code: 'detection.failed' });
    const broken = {
      ...analyzer,
      analyze: () => Promise.reject(new DomainError('detection.failed', { publicMessage: '-' })),
    };
    await expect(reading({ analyzer: true }, { analyzer: broken })()).rejects.toMatchObject({
      code: 'detection.failed',
    });
  });

  it('refuses settings that cannot run, naming the one at fault', () => {
    const bad = {
      recognizers: [
        { name: 'a', type: 'A', pattern: 'x' },
        { name: 'b', type: 'B', pattern: '(a)\\1' },
      ],
    };
    expect(() => compileDetection(DetectionSettings.parse(bad))).toThrow(
      expect.objectContaining({ code: 'request.invalid', pointer: '/recognizers/1' }),
    );
  });
});
