/**
 * A text[] as Postgres writes it (`{"a","b"}`), so that an array per row can travel in one array parameter: unnest would
 * flatten an array of arrays.
 */
export function textArrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
}
