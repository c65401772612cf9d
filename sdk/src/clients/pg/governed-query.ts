import type { AgentConnection, Gate, Permit } from '../../asking/gate.js';
import { ApprovedPayloadError, BackstopError } from '../../errors.js';
import type { Json, JsonObject } from '../../json.js';
import { admitUnlessAborted } from '../../method-client/abort.js';
import { canonicalJson } from '../../wire/canonical-json.js';
import type { Result } from './client/objects.js';
import { configOf, type QueryCall, withText } from './client/query-call.js';
import type { Statement, StatementRunner } from './client/statement-runner.js';
import type { SqlParser } from './reading/parser.js';
import type { TableFacts } from './reading/proofs.js';
import { AS_RECEIVED, agentResult, beforeOf, responseOf } from './rows/after-image.js';
import { countSql, imagesOf, quote, rowSql } from './rows/generate.js';
import type { Reached, RowWrite, Write } from './rows/write.js';

/** A call that ran and is to be confirmed with this response. */
export interface Effect {
  readonly permit: Permit;
  readonly response: Json;
}

export interface Governance {
  readonly gate: Gate;
  readonly parser: SqlParser;
  readonly venue: StatementRunner;
  /** Returns the additions that a statement on this table allows. */
  factsOf(reached: Reached): Promise<TableFacts>;
  /** Tells whether a text of Backstop's own only reads. */
  reads(text: string): Promise<boolean>;
  /** Returns the effects that came before in the same transaction. */
  held?(): readonly Effect[];
  /** Confirms now, or holds the effect until its transaction has ended. */
  record(effect: Effect): Promise<void>;
}

/**
 * Asks, waits, runs the agent's own statement or the edited one, reports the outcome.
 * @throws BackstopError, or pg's own error
 */
export async function governedQuery(write: Write, call: QueryCall, governance: Governance): Promise<unknown> {
  const { gate, venue, record } = governance;
  const needsPrecapture = write.reached && gate.needsPrecapture(`postgres.${write.operation}`);
  const found =
    write.reached && (needsPrecapture || write.operation !== 'query') ? await governance.factsOf(write.reached) : null;
  const facts = write.operation === 'query' ? null : found;
  const asked = facts === null ? write : await counted(write as RowWrite, facts, governance);
  const permit = await admitted(gate, asked, call.signal, found?.connection ?? null, venue.inTransaction);
  if (permit.simulated) {
    await record({ permit, response: { simulated: true } });
    return simulatedResult(asked, permit.payload);
  }
  const { statement, finish } = await prepare(asked, facts, call, permit, governance);
  const ran = await venue.run(statement);
  if (!ran.happened) {
    await permit.fail(ran.error, ran.happened === null);
    throw ran.error;
  }
  await record({ permit, response: reportOf(asked, ran.result, permit, governance) });
  return finish(ran.result, call.types ?? ran.types);
}

/** Asks for the call under the name of its operation. @throws BackstopError that names it */
async function admitted(
  gate: Gate,
  write: Write,
  signal: AbortSignal | null,
  connection: AgentConnection | null,
  holdsLocks: boolean,
): Promise<Permit> {
  const apiName = `postgres.${write.operation}`;
  const mayDo = write.mayDo.map((operation) => `postgres.${operation}`);
  const { operationType, payload } = write;
  try {
    return await admitUnlessAborted(
      gate,
      {
        apiName,
        operationType,
        payload,
        ...(holdsLocks && { holdsLocks }),
        ...(mayDo.length > 0 && { mayDo }),
        ...(connection && { connection }),
      },
      signal,
    );
  } catch (error) {
    throw error instanceof BackstopError ? error.about(apiName) : error;
  }
}

async function counted(write: RowWrite, facts: TableFacts, { venue, reads }: Governance): Promise<RowWrite> {
  if (write.operation === 'rows.insert' || !facts.readable) return write;
  const { text, values, mayFail } = countSql(write.payload);
  if (!(await reads(text))) return write;
  const rowCount = await venue.count({ text, values, ...AS_RECEIVED }, mayFail);
  return rowCount === null ? write : { ...write, payload: { ...write.payload, rowCount } };
}

interface Prepared {
  readonly statement: Statement;
  finish(result: Result, types: Parameters<typeof agentResult>[2]): unknown;
}

async function prepare(
  write: Write,
  facts: TableFacts | null,
  call: QueryCall,
  permit: Permit,
  { parser }: Governance,
): Promise<Prepared> {
  const { actionId, payload } = permit;
  const isEdited = permit.approved && canonicalJson(payload) !== canonicalJson(write.payload);
  const approvedRows = permit.approved && typeof payload.rowCount === 'number' ? payload.rowCount : null;
  const as = (args: unknown[], rowCount = approvedRows): Statement => ({ actionId, rowCount, args });
  const asItIs = (result: Result) => result;
  if (!isEdited && (write.operation === 'query' || facts === null)) return { statement: as(call.args), finish: asItIs };
  try {
    if (write.operation === 'query' || facts === null) {
      return { statement: as([approvedSql(call, write, payload)], null), finish: asItIs };
    }
    const finish: Prepared['finish'] = (result, types) =>
      agentResult(result, write.returning !== null, types, call.rowMode);
    if (isEdited) {
      const { text, values } = rowSql(write.operation, payload, write, facts, parser);
      const config = configOf(call, text, values);
      const statement = as([facts.returnable ? { ...config, ...AS_RECEIVED } : config], Number(payload.rowCount));
      const rowCount = write.operation === 'rows.insert' ? null : statement.rowCount;
      return { statement: { ...statement, rowCount }, finish: facts.returnable ? finish : asItIs };
    }
    // A name stands for the text it was prepared with.
    const text = call.name === null ? reportingText(call.text ?? '', write, facts, parser) : null;
    if (text === null) return { statement: as(call.args), finish: asItIs };
    return { statement: as(withText(call, text, AS_RECEIVED)), finish };
  } catch (error) {
    await permit.fail(error);
    throw error;
  }
}

function reportOf(write: Write, result: Result, permit: Permit, { held = () => [] }: Governance): Json {
  if (write.operation === 'query') return summaryOf(result);
  return { ...responseOf(result), ...beforeOf(result, ownRows(held(), permit)) };
}

/** The rows as the transaction itself left them in this table. */
function ownRows(held: readonly Effect[], { payload }: Permit): Json[] {
  return held.flatMap(({ permit, response }) => {
    const rows = permit.payload.table === payload.table ? (response as JsonObject | null)?.rows : undefined;
    return Array.isArray(rows) ? rows : [];
  });
}

function approvedSql(call: QueryCall, { payload: asked }: Write, { sql, values = [] }: JsonObject) {
  if (asked.unrepresentable)
    throw new ApprovedPayloadError('it was too large to be shown whole, so it cannot be edited.');
  if (typeof sql !== 'string' || !Array.isArray(values)) throw new ApprovedPayloadError('it holds no SQL.');
  return configOf(call, sql, values);
}

/**
 * Returns the summary that is reported of any other statement: its rows may be anything, and nothing is undone with
 * them.
 */
export function summaryOf(result: Result | readonly Result[]): Json {
  const last = Array.isArray(result) ? result.at(-1) : result;
  return { command: last?.command ?? null, rowCount: last?.rowCount ?? null };
}

const MOST_ROWS = 1000;

/**
 * Returns the agent's own statement, word for word, with a RETURNING list that reports the rows it leaves and, if the
 * server can, those it replaces: `… RETURNING own list, NULL, t.*, NULL, old.*`. Null if that would change its effect
 * or the rights it needs.
 */
function reportingText(sql: string, write: RowWrite, facts: TableFacts, parser: SqlParser): string | null {
  const rows = write.operation === 'rows.insert' ? insertedRows(write) : Number(write.payload.rowCount ?? 0);
  if (!facts.returnable || rows > MOST_ROWS) return null;
  const { target, operation } = write;
  const row = target.alias === null ? qualified(target) : quote(target.alias);
  const marks = imagesOf(operation, row, facts);
  const lead = write.returning === null ? '\nRETURNING ' : '\n, ';
  return `${parser.upToFirstEnd(sql)}${lead}${marks.join(', ')}`;
}

function insertedRows({ payload }: RowWrite): number {
  return Array.isArray(payload.values) ? payload.values.length : 1;
}

function qualified({ schema, name }: RowWrite['target']): string {
  return [...(schema === null ? [] : [schema]), name].map(quote).join('.');
}

const COMMANDS = { 'rows.insert': 'INSERT', 'rows.update': 'UPDATE', 'rows.delete': 'DELETE', query: null } as const;

/**
 * Returns the answer to a statement that was not run: an INSERT returns the row that it would have inserted, as far as
 * its text shows it.
 */
function simulatedResult(write: Write, payload: JsonObject) {
  const command = COMMANDS[write.operation];
  if (write.operation !== 'rows.insert') {
    return {
      command,
      rowCount: typeof payload.rowCount === 'number' ? payload.rowCount : 0,
      oid: null,
      rows: [],
      fields: [],
    };
  }
  const inserted = (Array.isArray(payload.values) ? payload.values : [payload.values]) as JsonObject[];
  const rows = write.returned === null ? [] : inserted.map((row) => returnedRow(row, write.returned ?? []));
  const fields = Object.keys(rows[0] ?? {}).map((name) => ({ name }));
  return { command, rowCount: inserted.length, oid: null, rows, fields };
}

function returnedRow(row: JsonObject, returned: readonly { column: string | null; name: string }[]): JsonObject {
  const members = returned.flatMap(({ column, name }): [string, Json][] =>
    column === '*' ? Object.entries(row) : [[name, (column === null ? undefined : row[column]) ?? null]],
  );
  return Object.fromEntries(members);
}
