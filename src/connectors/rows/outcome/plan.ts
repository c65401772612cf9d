import type { Effect, Json, JsonObject, UndoPlan } from '../../connector.js';
import { onlyReads } from '../call/effect.js';
import { unnoticed } from '../capture/defaults.js';
import type { Dialect } from '../dialect.js';
import { addedOf } from '../insert/added.js';
import { feasible, type Recorded } from '../insert/feasible.js';
import { reportedKeys } from '../insert/insert-keys.js';
import { namesOf, tableLabel, valueLabel } from '../table/names.js';
import { cell } from '../table/row.js';
import type { Row } from '../table/table.js';
import { CONFLICT_FOR_CHILDREN, unseenChildren } from '../undo/children.js';
import { countersIn } from '../undo/subtract.js';
import { isPartial } from '../undo/touched.js';
import { unknownAfter } from './moment.js';

const SHOWN_CALLS = 50;

/** The plan of an undo from the record alone, on the assumption that no other client has changed anything since. */
export function plan(dialect: Dialect, effect: Effect): UndoPlan {
  if (onlyReads(effect)) return { class: 'exact', calls: [], remains: [], reason: null };
  const record = feasible(effect);
  if (!record.possible) return { class: 'impossible', calls: [], remains: [], reason: record.reason };
  const calls = record.parts.flatMap((part) => callsOf(dialect, part));
  const more = calls.length - SHOWN_CALLS;
  const open = record.parts.flatMap(unknownAfter);
  const blind = record.parts.flatMap(({ call, snapshot, response }) =>
    call.kind === 'insert' ? unnoticed(snapshot, response) : [],
  );
  const remains = record.parts.flatMap((part) => [
    ...remainsOf(dialect, part),
    ...countersOf(part, countersIn(effect.counters)),
  ]);
  const isShared = record.parts.some(
    ({ snapshot }) => snapshot.said || snapshot.met || snapshot.freed || snapshot.renewed,
  );
  return {
    ...(isShared && { isShared }),
    class: open.length > 0 ? 'compensating' : 'exact',
    calls: more > 0 ? [...calls.slice(0, SHOWN_CALLS), `… and ${more} more rows`] : calls,
    remains: [...new Set([...remains, ...open, ...blind])],
    reason: null,
  };
}

/** The rows of a recorded call, as reports name them. */
export function touches({ label }: Dialect, effect: Effect): string[] {
  const record = feasible(effect);
  if (!record.possible) return [];
  const named = record.parts.flatMap(({ call, snapshot, response }) => {
    if (snapshot.said) return [namesOf(label, snapshot).row(snapshot.said)];
    const rows = call.kind === 'insert' ? reportedKeys(call, snapshot, response).map(asRow) : snapshot.rows;
    return rows.map(namesOf(label, snapshot).row);
  });
  return [...new Set(named)];
}

function callsOf({ label }: Dialect, { call, snapshot, response }: Recorded): string[] {
  const table = tableLabel(label, snapshot);
  const pairs = (row: Row, columns: readonly string[], separator: string) =>
    columns.map((column) => `${label(column)} = ${valueLabel(cell(row, column))}`).join(separator);
  const keyOf = (row: Row) => pairs(row, snapshot.identity ?? snapshot.key, ' AND ');
  switch (call.kind) {
    case 'update': {
      const columns = Object.keys(call.values);
      return snapshot.rows.map((row) => `UPDATE ${table} SET ${pairs(row, columns, ', ')} WHERE ${keyOf(row)}`);
    }
    case 'delete': {
      const columns = snapshot.columns.map(({ name }) => name);
      const into = `INSERT INTO ${table} (${columns.map(label).join(', ')})`;
      return snapshot.rows.map(
        (row) => `${into} VALUES (${columns.map((name) => valueLabel(cell(row, name))).join(', ')})`,
      );
    }
    case 'insert':
      return reportedKeys(call, snapshot, response).map((key) => `DELETE FROM ${table} WHERE ${keyOf(asRow(key))}`);
  }
}

function remainsOf({ label, usedNumbers }: Dialect, record: Recorded): string[] {
  const { call, snapshot } = record;
  const table = tableLabel(label, snapshot);
  const remains: string[] = [];
  if (call.kind === 'insert' && snapshot.beside !== undefined)
    remains.push(
      'Whether another client inserted one of the inserted rows between the capture and the call is not noticed once a client has locked the row, as the insert of a row that points at it does.',
    );
  if (snapshot.triggers === 'some')
    remains.push(`What triggers on ${table} did to other rows or columns is not undone.`);
  if (snapshot.triggers === 'unseen')
    remains.push(`Whether triggers on ${table} did anything is not visible to this credential; that is not undone.`);
  if (call.kind === 'insert' && (snapshot.proof?.kind !== 'given' || snapshot.identity !== undefined))
    remains.push(`${usedNumbers} that were used stay used.`);
  if (call.kind === 'insert' && snapshot.proof?.kind !== 'given')
    remains.push('Which rows it inserted is known from its client alone: those that hold what it gave are deleted.');
  if (snapshot.said)
    remains.push('The row was made by an older call of the same transaction, and goes together with that.');
  if (snapshot.freed !== undefined || snapshot.renewed !== undefined)
    remains.push('It is undone only together with an older call of the same transaction, which had deleted the row.');
  const children = call.kind === 'delete' ? unseenChildren(snapshot) : null;
  if (children) remains.push(`${children} ${CONFLICT_FOR_CHILDREN}`);
  if (call.kind !== 'insert' && snapshot.beside === undefined && isPartial(snapshot, record.response))
    remains.push(
      `The call touched ${record.response.rowCount} of the ${snapshot.rows.length} captured rows, and its answer does not name them: where more of them look as it left them, nothing is written without force.`,
    );
  if (!seesOvertaking(record))
    remains.push('A change of these rows by another client between the capture and the call is not noticed.');
  return remains;
}

/** Columns that an operator declared as counters. */
function countersOf({ call, snapshot, response }: Recorded, counters: readonly string[]): string[] {
  const table = `${snapshot.schema}.${snapshot.name}`;
  return [...addedOf(call, snapshot, response)]
    .filter(([name]) => counters.includes(`${table}.${name}`))
    .map(
      ([name, amount]) =>
        `${table}.${name} is declared as a counter: where another client changed it since, ${amount} is subtracted from what is there.`,
    );
}

/** True when a change by another client between the capture and the call would be recognized. */
function seesOvertaking({ call, snapshot, response }: Recorded): boolean {
  if (call.kind === 'insert' || response.before.length >= snapshot.rows.length) return true;
  const added = addedOf(call, snapshot, response);
  return call.kind === 'update' && Object.keys(call.values).every((name) => added.has(name));
}

function asRow(reported: JsonObject): Row {
  const text = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.fromEntries(Object.entries(reported).map(([name, value]) => [name, text(value)]));
}
