/**
 * Decides which rules hold for a call. An operation name covers every call that may do the same: `rows.delete` holds
 * for a `DELETE` that runs as free SQL as well. `mayDo` are the full names (`postgres.rows.delete`) of the operations
 * that a call may do besides its own; if that is unknown, all names of its connector. Imports nothing.
 */
export interface Covered {
  readonly apiName: string;
  readonly mayDo?: readonly string[];
}

/** True when a rule that names operations holds for the call, by its own name or by what it may do. */
export function isHeld(call: Covered, isNamed: (apiName: string) => boolean): boolean {
  return isNamed(call.apiName) || coveredBy(call).some(isNamed);
}

/** Returns all operations that a call may do besides its own, each once. */
export function coveredBy({ apiName, mayDo = [] }: Covered): readonly string[] {
  const names = new Set([apiName, ...mayDo].flatMap((name) => [name, ...onOneOf(name)]));
  names.delete(apiName);
  return [...names];
}

/** Returns the same as a member of the request to the service; none if there is nothing to add. */
export function alsoDoing(call: Covered): { mayDo?: string[] } {
  const mayDo = [...coveredBy(call)];
  return mayDo.length === 0 ? {} : { mayDo };
}

/**
 * Returns the operation that an operation on many things does to each: `messages.batchDelete`,
 * `contacts.batchApi.archive`, `updateIssueBatch`.
 */
function onOneOf(apiName: string): readonly string[] {
  const one = apiName
    .replace(/\.batch([A-Z])(?=\w*$)/, (_, first: string) => `.${first.toLowerCase()}`)
    .replace('.batchApi.', '.basicApi.')
    .replace(/Batch$/, '');
  if (one === apiName) return [];
  return one.endsWith('.upsert') ? ['create', 'update'].map((verb) => one.replace(/upsert$/, verb)) : [one];
}
