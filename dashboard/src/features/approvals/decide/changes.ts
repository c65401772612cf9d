import { isObject, type Json, type JsonObject } from '../../../api/json';

export interface Change {
  readonly path: string;
  /** Undefined: it was not there. */
  readonly before: Json | undefined;
  /** Undefined: it is not there any more. */
  readonly after: Json | undefined;
}

/** What an edit changes, member by member; a list is one value. */
export function changesOf(before: JsonObject, after: JsonObject, at = ''): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    const path = at ? `${at}.${name}` : name;
    if (isObject(old) && isObject(now)) return changesOf(old, now, path);
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ path, before: old, after: now }];
  });
}
