import { admit, type Gate, type Permit } from '../gate.js';
import type { Json, JsonObject } from '../json.js';
import { agentResult, asReceived, beforeOf, responseOf } from './after-image.js';
import { beforeSql, countSql, rowSql } from './generate.js';
import type { Result } from './objects.js';
import type { SqlParser } from './parser.js';
import { configOf, type QueryCall } from './query-call.js';
import type { Statement, Venue } from './venue.js';
import type { Write } from './write.js';

/** A call that ran and is to be confirmed with this response. */
export interface Effect {
  readonly permit: Permit;
  readonly response: Json;
}

export interface Governance {
  readonly gate: Gate;
  readonly parser: SqlParser;
  readonly venue: Venue;
  /** What ran before in the same transaction. */
  held?(): readonly Effect[];
  /** Confirms now, or holds the effect until its transaction has ended. */
  settle(effect: Effect): Promise<void>;
}

/** Counts, asks, waits, runs exactly what was permitted, tells the outcome. @throws BackstopError, or what pg throws */
export async function governedQuery(write: Write, call: QueryCall, governance: Governance): Promise<unknown> {
  const { gate, venue, settle, held = () => [] } = governance;
  const permit = await admit(gate, {
    apiName: `postgres.${write.operation}`,
    operationType: write.operationType,
    payload: await countedPayload(write, venue),
  });
  if (permit.simulated) {
    await settle({ permit, response: { simulated: true } });
    return simulatedResult(write, permit.payload);
  }
  const statement = await prepare(write, call, permit, governance);
  const ran = await venue.run(statement);
  if (!ran.happened) {
    await permit.fail(ran.error, ran.happened === null);
    throw ran.error;
  }
  const { result, types } = ran;
  if (write.operation === 'query') {
    await settle({ permit, response: summaryOf(result) });
    return result;
  }
  const response = responseOf(result, write.operation !== 'rows.delete');
  await settle({ permit, response: { ...(response as JsonObject), ...beforeOf(ran.before, ownRows(held(), permit)) } });
  return write.operation === 'rows.delete' ? result : agentResult(result, call.types ?? types, call.rowMode);
}

async function countedPayload(write: Write, venue: Venue): Promise<JsonObject> {
  if (write.operation !== 'rows.update' && write.operation !== 'rows.delete') return write.payload;
  const { text, values } = countSql(write.payload);
  return { ...write.payload, rowCount: await venue.count(asReceived({ text, values })) };
}

async function prepare(write: Write, call: QueryCall, permit: Permit, { parser }: Governance): Promise<Statement> {
  const { actionId, payload } = permit;
  try {
    if (write.operation === 'query') return { actionId, rowCount: null, config: approvedSql(call, payload) };
    const { text, values } = rowSql(write.operation, payload, { alias: write.alias, list: write.returning }, parser);
    const config = configOf(call, text, values);
    const rowCount = write.operation === 'rows.insert' ? null : Number(payload.rowCount);
    if (write.operation === 'rows.insert') return { actionId, rowCount, config: asReceived(config) };
    const before = asReceived(beforeSql(write.operation, payload));
    return { actionId, rowCount, before, config: write.operation === 'rows.delete' ? config : asReceived(config) };
  } catch (error) {
    await permit.fail(error);
    throw error;
  }
}

/** The rows as the transaction itself left them in this table. */
function ownRows(held: readonly Effect[], { payload }: Permit): Json[] {
  return held.flatMap(({ permit, response }) => {
    const rows = permit.payload.table === payload.table ? (response as JsonObject | null)?.rows : undefined;
    return Array.isArray(rows) ? rows : [];
  });
}

function approvedSql(call: QueryCall, { sql, values }: JsonObject) {
  return configOf(call, typeof sql === 'string' ? sql : '', Array.isArray(values) ? values : []);
}

/** Of any other statement only this: its rows may be anything, and nothing is undone with them. */
function summaryOf(result: Result | readonly Result[]): Json {
  const last = Array.isArray(result) ? result.at(-1) : result;
  return { command: last?.command ?? null, rowCount: last?.rowCount ?? null };
}

const COMMANDS = { 'rows.insert': 'INSERT', 'rows.update': 'UPDATE', 'rows.delete': 'DELETE', query: null } as const;

function simulatedResult({ operation }: Write, { rowCount, values }: JsonObject) {
  const inserted = Array.isArray(values) ? values.length : 1;
  const counted = typeof rowCount === 'number' ? rowCount : 0;
  const affected = operation === 'rows.insert' ? inserted : counted;
  return { command: COMMANDS[operation], rowCount: affected, oid: null, rows: [], fields: [] };
}
