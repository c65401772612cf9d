import type { Effect, Json, JsonObject, UndoPlan } from '../connector.js';
import { addedOf } from './added.js';
import { unnoticed } from './defaults.js';
import type { Dialect } from './dialect.js';
import { onlyReads } from './effect.js';
import { feasible, type Recorded } from './feasible.js';
import { saidKeys } from './insert-keys.js';
import { unknownAfter } from './moment.js';
import { namesOf, shownTable, shownValue } from './names.js';
import { cell } from './row.js';
import type { Row } from './table.js';

const SHOWN_CALLS = 50;

/** What an undo would do if no other client changed anything since, from the record alone. */
export function plan(dialect: Dialect, effect: Effect): UndoPlan {
  if (onlyReads(effect)) return { class: 'exact', calls: [], remains: [], reason: null };
  const record = feasible(effect);
  if (!record.possible) return { class: 'impossible', calls: [], remains: [], reason: record.reason };
  const calls = callsOf(dialect, record);
  const more = calls.length - SHOWN_CALLS;
  const open = unknownAfter(record);
  const blind = record.call.kind === 'insert' ? unnoticed(record.snapshot, record.response) : [];
  return {
    class: open.length > 0 ? 'compensating' : 'exact',
    calls: more > 0 ? [...calls.slice(0, SHOWN_CALLS), `… and ${more} more rows`] : calls,
    remains: [...remainsOf(dialect, record), ...open, ...blind],
    reason: null,
  };
}

/** The rows of a recorded call, as reports name them. */
export function touches({ shown }: Dialect, effect: Effect): string[] {
  const record = feasible(effect);
  if (!record.possible) return [];
  const { call, snapshot, response } = record;
  const rows = call.kind === 'insert' ? saidKeys(call, snapshot, response).map(asRow) : snapshot.rows;
  return rows.map(namesOf(shown, snapshot).row);
}

function callsOf({ shown }: Dialect, { call, snapshot, response }: Recorded): string[] {
  const table = shownTable(shown, snapshot);
  const pairs = (row: Row, columns: readonly string[], separator: string) =>
    columns.map((column) => `${shown(column)} = ${shownValue(cell(row, column))}`).join(separator);
  const keyOf = (row: Row) => pairs(row, snapshot.key, ' AND ');
  switch (call.kind) {
    case 'update': {
      const added = addedOf(call, snapshot, response);
      const columns = Object.keys(call.values).filter((name) => !added.has(name));
      const sums = [...added].map(([name, number]) => `${shown(name)} = ${shown(name)} - ${shownNumber(number)}`);
      return snapshot.rows.map((row) => {
        const set = [...sums, ...(columns.length > 0 ? [pairs(row, columns, ', ')] : [])].join(', ');
        return `UPDATE ${table} SET ${set} WHERE ${keyOf(row)}`;
      });
    }
    case 'delete': {
      const columns = snapshot.columns.map(({ name }) => name);
      const into = `INSERT INTO ${table} (${columns.map(shown).join(', ')})`;
      return snapshot.rows.map(
        (row) => `${into} VALUES (${columns.map((name) => shownValue(cell(row, name))).join(', ')})`,
      );
    }
    case 'insert':
      return saidKeys(call, snapshot, response).map((key) => `DELETE FROM ${table} WHERE ${keyOf(asRow(key))}`);
  }
}

function remainsOf({ shown, usedNumbers }: Dialect, { call, snapshot }: Recorded): string[] {
  const table = shownTable(shown, snapshot);
  const remains: string[] = [];
  if (snapshot.triggers === 'some')
    remains.push(`What triggers on ${table} did to other rows or columns is not undone.`);
  if (snapshot.triggers === 'unseen')
    remains.push(`Whether triggers on ${table} did anything is not visible to this credential; that is not undone.`);
  if (call.kind === 'insert' && snapshot.proof?.kind !== 'given')
    remains.push(`${usedNumbers} that were used stay used.`);
  return remains;
}

const shownNumber = (number: string) => (number.startsWith('-') ? `(${number})` : number);

function asRow(reported: JsonObject): Row {
  const text = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.fromEntries(Object.entries(reported).map(([name, value]) => [name, text(value)]));
}
