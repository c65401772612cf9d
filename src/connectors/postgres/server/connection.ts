import { Socket } from 'node:net';
import pg from 'pg';
import { reachOf, resolveEgress } from '../../../platform/egress/egress.js';
import { limitReceived } from '../../../platform/egress/received-bytes.js';
import type { ConnectorContext } from '../../connector.js';
import { tlsOf } from '../../rows/table/connection-url.js';
import {
  type Answered,
  type Connection,
  MOST_RECEIVED_BYTES,
  type Mode,
  type Param,
  type PerformMode as RowsPerformMode,
  type Session,
} from '../../rows/table/session.js';
import type { Cell } from '../../rows/table/table.js';
import { closing, within } from '../../rows/table/within.js';
import { KeptPlans } from './kept-plans.js';
import { reset } from './reset.js';
import type { Target } from './target.js';

/** `perform-rows`: as `perform`, and every word of the statement is the connector's own. */
export type PerformMode = RowsPerformMode | 'perform-rows';

const BEGINNINGS = {
  read: 'REPEATABLE READ READ ONLY',
  look: 'REPEATABLE READ READ ONLY',
  perform: 'REPEATABLE READ READ WRITE',
  'perform-rows': 'REPEATABLE READ READ WRITE',
  lock: 'READ COMMITTED READ WRITE',
  write: 'READ COMMITTED READ WRITE',
} as const satisfies Record<Mode | PerformMode, string>;

const OF_AGENTS: readonly (Mode | PerformMode)[] = ['perform', 'perform-rows', 'look'];

/** Modes in which no statement of an agent runs that could prepare or replace a statement. */
const KEEPING_PLANS: readonly (Mode | PerformMode)[] = ['read', 'perform-rows'];

/** A connection that also makes the calls of agents, under the rules of the database for the role of the credential. */
export interface PerformingConnection extends Omit<Connection, 'begin'> {
  begin(mode: Mode | PerformMode): Promise<void>;
  /** Runs one statement, never several, and returns the database's answer. */
  answer(sql: string, params?: readonly Param[]): Promise<Answered>;
  /**
   * Removes every trace of the last work: no transaction, setting, lock or table of the session remains. Answers false
   * when that failed.
   */
  reset(): Promise<boolean>;
}

/**
 * Text must mean the same at capture and at undo. Row security is off so that a hidden row is an error and never looks
 * like a row that is not there.
 */
function opening(mode: Mode | PerformMode, timeoutMs: number): string {
  const begin = `BEGIN ISOLATION LEVEL ${BEGINNINGS[mode]}`;
  const limit = Math.max(1, Math.trunc(timeoutMs));
  const settings = [
    `statement_timeout = ${limit}`,
    `lock_timeout = ${limit}`,
    `idle_in_transaction_session_timeout = ${limit * 2}`,
    ...(OF_AGENTS.includes(mode) ? [] : ['row_security = off']),
    "DateStyle = 'ISO'",
    "IntervalStyle = 'postgres'",
    'extra_float_digits = 1',
    "bytea_output = 'hex'",
    "xmloption = 'content'",
    "lc_monetary = 'C'",
    'standard_conforming_strings = on',
  ];
  return [begin, ...settings.map((setting) => `SET LOCAL ${setting}`)].join(';');
}

/** Goes to the address that was checked, and to no other. */
export async function connect(target: Target, context: ConnectorContext): Promise<PerformingConnection> {
  const { address, family } = await within(context.timeoutMs, resolveEgress(target.host, context.allowedPrivateHosts));
  const ssl = tlsOf<Required<Target>['ssl']>(target.ssl, { plain: false, verified: true }, reachOf(address));
  const socket = new Socket();
  limitReceived(socket, MOST_RECEIVED_BYTES);
  const client = new pg.Client({
    host: target.host,
    port: target.port,
    user: target.user,
    database: target.database,
    // The password is a function, so that an empty one is not looked up in this process's environment or home
    // directory.
    password: () => target.password,
    ssl,
    sslnegotiation: 'postgres',
    application_name: 'backstop',
    stream: () => pinned(socket, address, family),
    connectionTimeoutMillis: context.timeoutMs,
    query_timeout: context.timeoutMs + 500,
    // Statements that do not wait for each other travel together; PostgreSQL runs them in the order in which they were sent.
    pipeline: true,
    types: { getTypeParser: () => (value: string | Buffer) => value },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  const run = async (sql: string) => void (await client.query(sql));
  const plans = new KeptPlans();
  const begun = new Set<Mode | PerformMode>();
  return {
    ...sessionOver(client, plans),
    begin: (mode) => {
      begun.add(mode);
      return run(opening(mode, context.timeoutMs));
    },
    answer: (sql, params = []) => answerOf(client, sql, params),
    end: run,
    reset: () => {
      const mayKeepPlans = [...begun].every((mode) => KEEPING_PLANS.includes(mode));
      begun.clear();
      return reset(client, socket, plans, mayKeepPlans);
    },
    close: async () => {
      await closing(client.end());
      socket.destroy();
    },
  };
}

/** pg asks for the host name, which stays the TLS server name; the socket goes to the address that was checked. */
function pinned(socket: Socket, address: string, family: number): Socket {
  const open = socket.connect.bind(socket);
  return Object.assign(socket, { connect: (port: number) => open({ host: address, port, family }) });
}

/** The extended protocol takes one statement alone. */
async function answerOf(client: pg.Client, text: string, values: readonly Param[]): Promise<Answered> {
  const query = { text, values: [...values], rowMode: 'array' as const, queryMode: 'extended' };
  const { command, rowCount, fields, rows } = await client.query<Cell[]>(query);
  return { command, rowCount, fields: fields.map(({ name, dataTypeID: type }) => ({ name, type })), rows };
}

/**
 * PostgreSQL would plan a long question anew for the values of each time, which takes ten times as long as its answer.
 * The statements of an agent have to be planned for their values, so the setting is taken back at once.
 */
async function withOnePlan<T>(client: pg.Client, ask: () => Promise<T>): Promise<T> {
  const [, found] = await Promise.all([
    client.query('SET LOCAL plan_cache_mode = force_generic_plan'),
    ask(),
    client.query('SET LOCAL plan_cache_mode TO DEFAULT'),
  ]);
  return found;
}

function sessionOver(client: pg.Client, plans: KeptPlans): Session {
  const query = (text: string, params: readonly Param[] = [], name?: string) =>
    client.query<Cell[]>({ text, values: [...params], rowMode: 'array', ...(name !== undefined && { name }) });
  return {
    rows: async (text, params, frequency) => {
      const asked = () => query(text, params, frequency === undefined ? undefined : plans.nameOf(text));
      return (await (frequency === 'usual, same plan' ? withOnePlan(client, asked) : asked())).rows;
    },
    run: async (text, params) => {
      await query(text, params);
    },
  };
}
