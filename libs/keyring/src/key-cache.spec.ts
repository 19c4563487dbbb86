import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { KeyCache } from './key-cache.js';

describe('KeyCache', () => {
  const caches: KeyCache[] = [];
  let now = 0;
  const open = (countMax: number, ttlMs = 1_000) => {
    const cache = new KeyCache({ countMax, ttlMs, monotonicMs: () => now });
    caches.push(cache);
    return cache;
  };
  /** The buffers that the cache keeps, as it makes them. */
  const watched = () => {
    const kept: Buffer[] = [];
    const original = Buffer.from.bind(Buffer);
    const spy = jest.spyOn(Buffer, 'from').mockImplementation(((...args: Parameters<typeof Buffer.from>) => {
      const made = original(...args);
      kept.push(made);
      return made;
    }) as typeof Buffer.from);
    return { kept, stop: () => spy.mockRestore() };
  };

  afterEach(() => {
    for (const cache of caches.splice(0)) cache.close();
    now = 0;
  });

  it('overwrites a key with zeros when it leaves: by number, by time, by name and at close', () => {
    const { kept, stop } = watched();
    const cache = open(2);
    cache.put('a', randomBytes(32));
    cache.put('b', randomBytes(32));
    cache.put('c', randomBytes(32));
    expect(kept[0]).toEqual(Buffer.alloc(32));
    expect(kept[1]).not.toEqual(Buffer.alloc(32));
    cache.delete('b');
    expect(kept[1]).toEqual(Buffer.alloc(32));
    now = 1_001;
    cache.sweep();
    expect(kept[2]).toEqual(Buffer.alloc(32));
    cache.put('d', randomBytes(32));
    cache.close();
    expect(kept[3]).toEqual(Buffer.alloc(32));
    stop();
  });

  it('gives copies, so that wiping one harms nobody', () => {
    const cache = open(2);
    const key = randomBytes(32);
    cache.put('a', key);
    cache.get('a')?.fill(0);
    expect(cache.get('a')).toEqual(key);
  });

  it('lets the least recently used go first and gives nothing past its time', () => {
    const cache = open(2);
    cache.put('a', randomBytes(32));
    cache.put('b', randomBytes(32));
    cache.get('a');
    cache.put('c', randomBytes(32));
    expect([cache.get('b'), cache.get('a') !== undefined]).toEqual([undefined, true]);
    now = 1_000;
    expect(cache.get('a')).toBeUndefined();
  });

  it('stays bounded whatever number of keys passes through', () => {
    const cache = open(100);
    for (let index = 0; index < 50_000; index += 1) cache.put(`k${index}`, Buffer.alloc(32, 1));
    expect(cache.size).toBe(100);
  });

  it('clears by the beginning of a name', () => {
    const cache = open(10);
    for (const id of ['acme/dek/1', 'acme/kek/1', 'acme2/dek/1']) cache.put(id, randomBytes(32));
    cache.clear('acme/');
    expect([cache.size, cache.get('acme2/dek/1') !== undefined]).toEqual([1, true]);
  });
});
