import type { Effect, Json, JsonObject, UndoPlan } from '../connector.js';
import { type Call, own } from '../rows/payload.js';
import { feasible } from './feasible.js';
import { onlyReads } from './query/effect.js';
import { unknownAfter } from './query/moment.js';
import type { Response } from './response.js';
import type { Snapshot } from './snapshot.js';
import { shown, shownTable, shownValue } from './sql.js';

const SHOWN_CALLS = 50;
type Row = Readonly<Record<string, string | null>>;

/** What an undo would do if nobody else changed anything since, from the record alone. */
export function plan(effect: Effect): UndoPlan {
  if (onlyReads(effect)) return { class: 'exact', calls: [], remains: [], reason: null };
  const record = feasible(effect);
  if (!record.possible) return { class: 'impossible', calls: [], remains: [], reason: record.reason };
  const { call, snapshot, response } = record;
  const calls = callsOf(call, snapshot, response);
  const more = calls.length - SHOWN_CALLS;
  const open = unknownAfter(record);
  return {
    class: open.length > 0 ? 'compensating' : 'exact',
    calls: more > 0 ? [...calls.slice(0, SHOWN_CALLS), `… and ${more} more rows`] : calls,
    remains: [...remainsOf(call, snapshot), ...open],
    reason: null,
  };
}

function callsOf(call: Call, snapshot: Snapshot, response: Response): string[] {
  const table = shownTable(snapshot);
  switch (call.kind) {
    case 'update': {
      const columns = Object.keys(call.values);
      return snapshot.rows.map(
        (row) => `UPDATE ${table} SET ${pairs(row, columns, ', ')} WHERE ${keyOf(snapshot, row)}`,
      );
    }
    case 'delete': {
      const columns = snapshot.columns.map(({ name }) => name);
      const names = columns.map(shown).join(', ');
      return snapshot.rows.map(
        (row) =>
          `INSERT INTO ${table} (${names}) VALUES (${columns.map((name) => shownValue(row[name] ?? null)).join(', ')})`,
      );
    }
    case 'insert': {
      const rows = snapshot.proof?.kind === 'given' ? snapshot.proof.absent : (response.rows ?? []).map(asRow);
      return rows.map((row) => `DELETE FROM ${table} WHERE ${keyOf(snapshot, row)}`);
    }
  }
}

function remainsOf(call: Call, snapshot: Snapshot): string[] {
  const table = shownTable(snapshot);
  const remains: string[] = [];
  if (snapshot.hasTriggers) remains.push(`What triggers on ${table} did to other rows or columns is not undone.`);
  if (call.kind === 'insert' && snapshot.proof?.kind !== 'given')
    remains.push('Sequence values that were used stay used.');
  return remains;
}

function keyOf(snapshot: Snapshot, row: Row): string {
  return pairs(row, snapshot.key, ' AND ');
}

function pairs(row: Row, columns: readonly string[], separator: string): string {
  return columns.map((column) => `${shown(column)} = ${shownValue(row[column] ?? null)}`).join(separator);
}

function asRow(reported: JsonObject): Row {
  const text = (value: Json | undefined) => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
  return Object.fromEntries(Object.keys(reported).map((name) => [name, text(own(reported, name))]));
}
