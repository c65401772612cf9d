import { isSign, isWord } from '#sql/mysql/tokens';
import type { AgentConnection, Capture, CapturedCall, ConnectorContext, Json } from '../../connector.js';
import { columnOf } from '../../rows/call/columns.js';
import { READ_CONTENT, type StatementEffect } from '../../rows/call/effect.js';
import { type Condition, MAX_ROWS, NotCapturable } from '../../rows/call/payload.js';
import { attempt, captured, describeTable } from '../../rows/capture/capture.js';
import { refuseSpread, refuseTooMuch, refuseUnrestorable } from '../../rows/capture/capture-limits.js';
import { onlyAbsent } from '../../rows/capture/insert-proof.js';
import { intendedTable, readDifferently } from '../../rows/capture/intended-table.js';
import type { Snapshot } from '../../rows/capture/snapshot.js';
import { type Unseen, unconfirmedRow, unconfirmedSums } from '../../rows/capture/unconfirmed.js';
import { addedTo } from '../../rows/insert/added.js';
import { toRow } from '../../rows/table/row.js';
import type { Session } from '../../rows/table/session.js';
import type { Row } from '../../rows/table/table.js';
import { transaction } from '../../rows/table/transaction.js';
import { isExactIn } from '../../rows/values/arithmetic.js';
import { dialect } from '../dialect.js';
import { partReadDifferently } from '../server/agent-connection.js';
import { explainPrivately } from '../server/errors.js';
import { asText, qualified, quote, type Table } from '../sql.js';
import { type Assigned, assignmentsOf, type PredictedValue } from './assignments.js';
import { insertOf } from './capture-insert.js';
import { type Expression, expressionOf, literalOf, type Piece, type Scope } from './expression.js';
import { type PlainRead, plainReadOf } from './plain-read.js';
import { type InsertStatement, type Statement, statementOf } from './statement.js';
import { tokensOf } from './tokens.js';

/** Parses the statement and reads the rows that it would touch; the statement itself is never run. It never throws. */
export function captureStatement({ payload, connection }: CapturedCall, context: ConnectorContext): Promise<Capture> {
  // An error message of the database may repeat values that a condition of the agent read, so it is not passed on.
  return attempt(dialect, context, explainPrivately, async () => {
    const { sql, values = [], ...rest } = payload;
    if (typeof sql !== 'string' || !Array.isArray(values) || Object.keys(rest).length > 0) {
      throw new NotCapturable('the payload must be { sql, values }, with a list of values');
    }
    const tokens = tokensOf(sql);
    const read = plainReadOf(tokens, values);
    if (read) return transaction(dialect, context, 'read', (session) => captureRead(session, read, connection));
    const statement = statementOf(tokens, values);
    return transaction(dialect, context, 'read', async (session) =>
      captured(dialect, await snapshotOf(session, { sql, statement, reported: connection }, context), context),
    );
  });
}

/** Captures in the transaction of a performed call, on the credential's own connection. @throws NotCapturable */
export async function captureWithin(
  session: Session,
  sql: string,
  values: readonly Json[],
  context: ConnectorContext,
): Promise<Capture> {
  const statement = statementOf(tokensOf(sql), values);
  return captured(dialect, await snapshotOf(session, { sql, statement, reported: undefined }, context), context);
}

/**
 * Refuses a view, a sequence, and a condition that calls an unknown function.
 * @throws NotCapturable
 */
async function captureRead(session: Session, read: PlainRead, reported: AgentConnection | undefined): Promise<Capture> {
  const { table } = await intendedTable(dialect, session, read.table, reported);
  for (const name of read.columns) columnOf(table, name);
  conditionOf(table, { ...read, verb: 'delete' });
  return { captured: true, resource: { reads: true }, content: READ_CONTENT };
}

interface Asked {
  readonly sql: string;
  readonly statement: Statement;
  readonly reported: AgentConnection | undefined;
}

async function snapshotOf(
  session: Session,
  { sql, statement, reported }: Asked,
  context: ConnectorContext,
): Promise<Snapshot> {
  const { table } = await intendedTable(dialect, session, statement.table, reported);
  if (reported !== undefined) {
    const namesNoColumns = statement.verb === 'insert';
    const part = partReadDifferently(sql, table.columns, { namesNoColumns, reported: reported.settings });
    if (part !== null) throw readDifferently(part);
  }
  const base = await describeTable(dialect, session, table);
  const effect: StatementEffect = { verb: statement.verb, values: {}, after: [], rows: [], moment: false };
  if (statement.verb === 'insert') {
    const { effect: inserted, there, ...known } = await insertOf(session, table, withinDatabase(statement, reported));
    const snapshot = { ...base, ...known, rows: there, query: { ...effect, ...inserted } };
    return statement.updates === null ? snapshot : onlyAbsent(dialect, session, table, snapshot);
  }
  const where = conditionOf(table, statement);
  const update = statement.verb === 'update' ? assignmentsOf(statement, scopeOf(table, statement)) : null;
  if (update !== null) refuseUnrestorable(dialect, table, update.columns);
  const { rows, after } = await touchedRows(session, table, where, update?.foreseen ?? []);
  if (update === null) await refuseSpread(dialect, session, table, rows);
  const { values = {}, added = {}, literals = {} } = update ?? {};
  const known = { ...effect, values, added, moment: where.moment };
  const made = { ...known, after: [literals] };
  const unseen = rows.length === 0 ? await unseenRow(session, table, statement, update, made, context) : null;
  if (unseen !== null) return { ...base, ...unseen, query: made };
  const query = { ...known, after: after.map((row) => ({ ...row, ...literals })) };
  const sums = addedTo(table, { kind: 'update', table, match: [], rowCount: null, values, expressions: [] }, query);
  const met = await unconfirmedSums(dialect, session, table, rows, sums, context);
  return { ...base, rows, proof: null, query, ...met };
}

/** The bare name of the table that rows are selected from is one in the database of the agent's connection. */
function withinDatabase(statement: InsertStatement, reported: AgentConnection | undefined): InsertStatement {
  const { selected } = statement;
  if (!selected || selected.table.schema !== null || !reported?.database) return statement;
  return { ...statement, selected: { ...selected, table: { ...selected.table, schema: reported.database } } };
}

/** The row that only the agent's own transaction can see yet, if its new state is known. */
async function unseenRow(
  session: Session,
  table: Table,
  { table: name, where }: Exclude<Statement, InsertStatement>,
  update: Assigned | null,
  made: StatementEffect,
  context: ConnectorContext,
): Promise<Unseen | null> {
  const match = equalitiesOf(where, table);
  if (match === null) return null;
  const call = { table: name, match, rowCount: null };
  if (update === null) return unconfirmedRow(dialect, session, table, { ...call, kind: 'delete' }, context);
  const { columns, values, added, literals } = update;
  const isForeseen = columns.every(
    ({ name, type }) => Object.hasOwn(literals, name) || isExactIn(type, added[name] ?? ''),
  );
  if (!isForeseen) return null;
  const expressions = Object.keys(values);
  return unconfirmedRow(dialect, session, table, { ...call, kind: 'update', values, expressions }, context, made);
}

function scopeOf(table: Table, { alias, table: { name } }: Statement): Scope {
  return { table, names: [alias ?? name] };
}

function conditionOf(table: Table, statement: Exclude<Statement, InsertStatement>): Expression {
  const isThere = statement.where.tokens.length > 0;
  const everything: Piece = { tokens: [{ kind: 'word', text: 'TRUE' }], values: [] };
  const where = expressionOf(isThere ? statement.where : everything, scopeOf(table, statement));
  if (where.fresh) throw new NotCapturable('which rows it touches is new each time');
  return where;
}

/** The present rows, and the values that the statement would leave in them, as far as they can be foreseen. */
async function touchedRows(session: Session, table: Table, where: Expression, foreseen: readonly PredictedValue[]) {
  const bytes = table.columns.map(({ name }) => `COALESCE(OCTET_LENGTH(t.${quote(name)}), 0)`).join(' + ');
  const from = `FROM ${qualified(table)} t WHERE (${where.sql})`;
  const [size] = await session.rows(
    `SELECT CAST(COUNT(*) AS CHAR), CAST(COALESCE(SUM(${bytes}), 0) AS CHAR) ${from}`,
    where.params,
  );
  refuseTooMuch(Number(size?.[0]), Number(size?.[1]), null);
  const list = [...table.columns.map((column) => asText(column)), ...foreseen.map(({ sql }) => `CAST(${sql} AS CHAR)`)];
  const order = table.key.map(({ name }) => `t.${quote(name)}`).join(', ');
  const found = await session.rows(`SELECT ${list.join(', ')} ${from} ORDER BY ${order} LIMIT ${MAX_ROWS}`, [
    ...foreseen.flatMap(({ params }) => params),
    ...where.params,
  ]);
  const width = table.columns.length;
  return {
    rows: found.map((cells): Row => toRow(table.columns, cells)),
    after: found.map((cells) =>
      toRow(
        foreseen.map(({ column }) => column),
        cells.slice(width),
      ),
    ),
  };
}

/** A condition that is nothing but columns that equal values; pure. */

/** `a = 1 AND t.b = ?` in the form of a payload; null for any other condition. Names are known to be of this table. */
function equalitiesOf({ tokens, values }: Piece, table: Table): Condition[] | null {
  const given = [...values];
  const conditions: Condition[] = [];
  for (let at = 0; at < tokens.length; ) {
    if (isSign(tokens[at + 1], '.')) at += 2;
    const [name, equals] = [tokens[at], tokens[at + 1]];
    const next = tokens.findIndex((token, i) => i > at && isWord(token, 'and'));
    const end = next === -1 ? tokens.length : next;
    const right = tokens.slice(at + 2, end);
    if (!name || !['word', 'name'].includes(name.kind) || !isSign(equals, '=')) return null;
    const isGiven = isSign(right[0], '?');
    const column = table.columns.find((one) => one.name.toLowerCase() === name.text.toLowerCase());
    const { name: known, kind } = column ?? columnOf(table, name.text);
    const operand = literalOf({ tokens: right, values: isGiven ? given.splice(0, 1) : [] }, { kind });
    if (operand === undefined || operand === null) return null;
    conditions.push({ column: known, operator: 'eq', operand });
    at = end + 1;
  }
  return conditions.length === 0 ? null : conditions;
}
