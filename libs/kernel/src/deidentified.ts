declare const deidentifiedBrand: unique symbol;

/**
 * A body that holds vault tokens instead of personal data. `upstream` and `tools` accept nothing else.
 *
 * INVARIANT: only `libs/deidentification` mints it (by a cast; `test/architecture.spec.ts` looks for casts elsewhere), so
 * forgetting to de-identify does not compile.
 */
export type Deidentified<T> = { readonly body: T; readonly [deidentifiedBrand]: true };
