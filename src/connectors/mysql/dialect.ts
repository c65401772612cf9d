import type { OpenTransport } from '../connector.js';
import type { Dialect } from '../rows/dialect.js';
import { canonicalJson } from '../rows/values/json-meaning.js';
import { claimsOf } from './claims.js';
import { matching } from './matching.js';
import { deleteRows, insertRows, readByKey, updateRows } from './rows.js';
import { begunAt, connectionOf, isReadDifferently, isReplica, namesakes, serverOf } from './server/agent-connection.js';
import { defaultsOf, drawnOf } from './server/defaults.js';
import { errors } from './server/errors.js';
import { isLeftOut, proofOfGenerated } from './server/generated-keys.js';
import type { PerformingConnection } from './server/performing-connection.js';
import { placeOf } from './server/place.js';
import { foreign, referencedRows } from './server/references.js';
import { resolveTable } from './server/table.js';
import { parseTarget, type Target } from './server/target.js';
import { type Column, label } from './sql.js';

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
