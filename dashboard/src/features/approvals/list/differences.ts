import type { Json } from '../../../api/json';

/** A member of the arguments that is not the same in all calls, with its value in each; undefined where a call has none. */
export interface Difference {
  readonly path: string;
  readonly values: readonly (Json | undefined)[];
}

/** Lists the members that differ between the arguments of several calls, in the order in which they are first met. */
export function differences(payloads: readonly Json[]): Difference[] {
  const each = payloads.map((payload) => new Map(leavesOf(payload, '')));
  const paths = [...new Set(each.flatMap((leaves) => [...leaves.keys()]))];
  return paths
    .map((path) => ({ path, values: each.map((leaves) => leaves.get(path)) }))
    .filter(({ values }) => new Set(values.map((value) => JSON.stringify(value))).size > 1);
}

function leavesOf(value: Json, path: string): [string, Json][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length === 0)
    return [[path, value]];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, path ? `${path}.${name}` : name));
}
