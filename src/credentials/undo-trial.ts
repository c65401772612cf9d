import type { Capture, JsonObject, UndoPlan } from '../connectors/connector.js';

/** A call that a trial plans on a row of the operator's table. */
export interface TriedCall {
  readonly apiName: string;
  readonly payload: JsonObject;
}

/** The columns of the primary key, from the answer of `constraints.list`. */
export function keyOf(constraints: readonly JsonObject[]): string[] {
  return constraints.filter(({ type }) => type === 'PRIMARY KEY').map(({ column }) => String(column));
}

/** An update of a column to the value that it has, where there is one besides the key, and a deletion of the row. */
export function callsOn(connector: string, table: string, row: JsonObject, key: readonly string[]): TriedCall[] {
  const match = Object.fromEntries(key.map((name) => [name, row[name] ?? null]));
  const column = Object.keys(row).find((name) => !key.includes(name));
  const update = column && { table, match, values: { [column]: row[column] ?? null } };
  return [
    ...(update ? [{ apiName: `${connector}.rows.update`, payload: update }] : []),
    { apiName: `${connector}.rows.delete`, payload: { table, match } },
  ];
}

/** Null until a call was captured. */
export const toTriedView = (apiName: string, capture: Capture, plan: UndoPlan | null) => ({
  apiName,
  captured: capture.captured,
  class: plan?.class ?? ('impossible' as const),
  calls: [...(plan?.calls ?? [])],
  remains: [...(plan?.remains ?? [])],
  reason: capture.captured ? (plan?.reason ?? null) : capture.reason,
});
