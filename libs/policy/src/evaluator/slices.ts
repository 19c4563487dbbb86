/**
 * Work in steps: it yields between them, so that a large policy can be read without keeping every other request waiting
 * (`inSlices`), or in one go (`atOnce`). The same code either way.
 */
export type Steps<T> = Generator<void, T>;

/** How long one slice may keep the event loop. */
const SLICE_MS = 8;

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** How many items of a list one step takes. */
const STEP_ITEMS = 50;

/** `flatMap` in steps. */
export function* flatMapSteps<A, B>(items: readonly A[], map: (item: A, index: number) => readonly B[]): Steps<B[]> {
  const mapped: B[] = [];
  for (const [index, item] of items.entries()) {
    if (index % STEP_ITEMS === STEP_ITEMS - 1) yield;
    for (const one of map(item, index)) mapped.push(one);
  }
  return mapped;
}
