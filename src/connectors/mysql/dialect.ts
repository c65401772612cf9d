import type { Json, OpenTransport } from '../connector.js';
import { NotCapturable } from '../rows/call/payload.js';
import { ASKED_KEYS, aboveAll, type KeyProof } from '../rows/capture/snapshot.js';
import type { Dialect } from '../rows/dialect.js';
import type { Session } from '../rows/table/session.js';
import { canonicalJson } from '../rows/values/json-meaning.js';
import { claimsOf } from './claims.js';
import { matching } from './matching.js';
import { deleteRows, insertRows, readByKey, updateRows } from './rows.js';
import { begunAt, connectionOf, isReadDifferently, isReplica, namesakes, serverOf } from './server/agent-connection.js';
import { defaultsOf, drawnOf } from './server/defaults.js';
import { errors } from './server/errors.js';
import type { PerformingConnection } from './server/performing-connection.js';
import { foreign, referencedRows } from './server/references.js';
import { resolveTable } from './server/table.js';
import { parseTarget, type Target } from './server/target.js';
import { type Column, label, qualified, quote, type Table } from './sql.js';

/** The driver is loaded in the process that opens a connection. */
export const transport: OpenTransport<PerformingConnection> = async (context) =>
  (await import('./server/connection.js')).connect(parseTarget(context.credentials.connectionString), context);

/** The implementation for MySQL and MariaDB of the interface that the engine of rows uses. */
export const dialect: Dialect<Column, Target> = {
  transport,
  label,
  errors,
  usedNumbers: 'AUTO_INCREMENT numbers',
  parseTarget,
  resolveTable,
  connectionOf,
  serverOf,
  begunAt,
  isReplica,
  namesakes,
  isReadDifferently,
  placeOf,
  matching,
  read: readByKey,
  referencedRows,
  foreign,
  // The server does not list the tables to which a transaction writes; a locking read waits for each of its rows, and
  // for the gaps.
  writers: async () => [],
  // InnoDB does not show which transaction wrote a row.
  visible: async () => undefined,
  youngerThan: async () => new Set(),
  isLeftOut,
  proofOfGenerated,
  defaults: defaultsOf,
  drawn: drawnOf,
  insert: insertRows,
  update: updateRows,
  remove: deleteRows,
  deferConstraints: async () => undefined,
  // A statement that is refused takes itself back.
  guarded: (_session, work) => work(),
  // InnoDB checks every constraint at once.
  checkConstraints: async () => undefined,
  claims: claimsOf,
  meaning: ({ isJson }, text) => (isJson ? canonicalJson(text) : text),
  // A session always has the same time zone and mode here.
  rewritten: async (_session, _columns, rows) => rows.map((cells) => [...cells]),
};

const FIND_PLACE = `SHOW VARIABLES WHERE Variable_name IN ('server_uuid', 'server_uid', 'hostname', 'port', 'datadir')`;

/** The server: by the id it gave itself, which MySQL has and MariaDB only in recent versions, or else by where it runs. */
async function placeOf(session: Session): Promise<string> {
  const found = await session.rows(FIND_PLACE);
  const variables = new Map(found.map(([name, value]) => [name, value]));
  const id = variables.get('server_uuid') ?? variables.get('server_uid');
  return id ? `server ${id}` : ['hostname', 'port', 'datadir'].map((name) => variables.get(name)).join(' ');
}

/** NULL and 0 ask for the next number too. */
function isLeftOut({ autoIncrement }: Column, value: Json | undefined): boolean {
  return value === undefined || (autoIncrement && (value === null || Number(value) === 0));
}

/** InnoDB numbers the rows of one INSERT one after the other. @throws NotCapturable */
async function proofOfGenerated(session: Session, table: Table, generated: readonly Column[]): Promise<KeyProof> {
  const [only] = generated;
  if (generated.length > 1 || !only?.autoIncrement) {
    const names = generated.map(({ name }) => name).join(', ');
    throw new NotCapturable(`${names} of the primary key is neither given nor AUTO_INCREMENT`);
  }
  const column = `t.${quote(only.name)}`;
  const highest = await session.rows(
    `SELECT CAST(${column} AS CHAR) FROM ${qualified(table)} t ORDER BY ${column} DESC LIMIT ${ASKED_KEYS}`,
  );
  const [[step = '1'] = []] = await session.rows('SELECT CAST(@@global.auto_increment_increment AS CHAR)');
  return { ...aboveAll(only.name, highest.flat()), step: Number(step) };
}
