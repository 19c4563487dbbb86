import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { GroupCommit } from './group-commit.js';

const durable = Promise.resolve();

describe('GroupCommit', () => {
  it('writes alone what comes alone, and together what comes meanwhile, in order', async () => {
    const writes: number[][] = [];
    const group = new GroupCommit<number>(async (items) => {
      writes.push([...items]);
      await sleep(10);
      return { durable };
    }, 100);
    const first = group.add([1]);
    await sleep(2);
    await Promise.all([first, group.add([2, 3]), group.add([4]), group.add([5])]);
    expect(writes).toEqual([[1], [2, 3, 4, 5]]);
  });

  it('resolves when the write is durable, not before, and meanwhile starts the next', async () => {
    const log: string[] = [];
    const group = new GroupCommit<string>(async ([item]) => {
      log.push(`write ${item}`);
      return { durable: sleep(20).then(() => void log.push(`durable ${item}`)) };
    }, 1);
    await Promise.all(['a', 'b'].map((item) => group.add([item]).then(() => log.push(`done ${item}`))));
    expect(log.indexOf('write b')).toBeLessThan(log.indexOf('durable a'));
    expect(log.indexOf('durable a')).toBeLessThan(log.indexOf('done a'));
    expect(log.filter((entry) => entry.startsWith('done'))).toEqual(['done a', 'done b']);
  });

  it('rejects those whose write or durability failed, and goes on', async () => {
    const group = new GroupCommit<string>(async (items) => {
      await sleep(1);
      if (items.includes('bad')) throw new Error('write');
      return { durable: items.includes('lost') ? Promise.reject(new Error('durability')) : durable };
    }, 1);
    const outcomes = await Promise.allSettled(['bad', 'good', 'lost', 'good'].map((item) => group.add([item])));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    await group.idle();
  });

  it('keeps to its bound, never splits what was added together, and writes at most two at once', async () => {
    const writes: number[][] = [];
    let current = 0;
    let most = 0;
    const group = new GroupCommit<number>(async (items) => {
      writes.push([...items]);
      current += 1;
      most = Math.max(most, current);
      await sleep(2);
      current -= 1;
      return { durable };
    }, 10);
    const adds = Array.from({ length: 40 }, (_, i) => Array.from({ length: 1 + (i % 4) }, () => i));
    await Promise.all([...adds.map((items) => group.add(items)), group.add(Array.from({ length: 25 }, () => 99))]);
    expect(most).toBe(2);
    expect(group.waitingCount).toBe(0);
    expect(writes.flat().toSorted((a, b) => a - b)).toEqual([...adds.flat(), ...Array.from({ length: 25 }, () => 99)]);
    for (const write of writes) expect(write.length <= 10 || new Set(write).size === 1).toBe(true);
  });

  it('is idle only when all is durable', async () => {
    let reached = false;
    const reach = async () => {
      await sleep(20);
      reached = true;
    };
    const group = new GroupCommit<number>(async () => ({ durable: reach() }), 10);
    void group.add([1]);
    await group.idle();
    expect(reached).toBe(true);
  });
});
