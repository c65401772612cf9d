import { isObject, type Json, type JsonObject } from '../../../api/json';

export interface Change {
  readonly path: string;
  /** Undefined if the member is new. */
  readonly before: Json | undefined;
  /** Undefined if the member is removed. */
  readonly after: Json | undefined;
}

/** Lists the changes of an edit, member by member; a list is one value. */
export function changesOf(before: JsonObject, after: JsonObject, at = ''): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    const path = at ? `${at}.${name}` : name;
    if (isObject(old) && isObject(now)) return changesOf(old, now, path);
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ path, before: old, after: now }];
  });
}
