/**
 * Which rules hold for a call. An operation name covers whatever may do what it says: `rows.delete` holds for a
 * `DELETE` that runs as free SQL as well. `mayDo` are the full names (`postgres.rows.delete`) of what a call may do
 * besides what its own name says; where that cannot be told, all names of its connector. Imports nothing.
 */
export interface Covered {
  readonly apiName: string;
  readonly mayDo?: readonly string[];
}

/** True when a rule that names operations holds for the call, by its own name or by what it may do. */
export function isHeld({ apiName, mayDo = [] }: Covered, isNamed: (apiName: string) => boolean): boolean {
  return [apiName, ...mayDo].some((name) => isNamed(name) || onOneOf(name).some(isNamed));
}

/** What an operation on many things does to each: `messages.batchDelete`, `contacts.batchApi.archive`, `updateIssueBatch`. */
function onOneOf(apiName: string): readonly string[] {
  const one = apiName
    .replace(/\.batch([A-Z])(?=\w*$)/, (_, first: string) => `.${first.toLowerCase()}`)
    .replace('.batchApi.', '.basicApi.')
    .replace(/Batch$/, '');
  if (one === apiName) return [];
  return one.endsWith('.upsert') ? ['create', 'update'].map((verb) => one.replace(/upsert$/, verb)) : [one];
}
