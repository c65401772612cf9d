import type { OpenTransport } from '../connector.js';
import { MAX_ROWS } from '../rows/call/payload.js';
import { ASKED_KEYS, aboveAll, type KeyProof } from '../rows/capture/snapshot.js';
import type { Dialect } from '../rows/dialect.js';
import { toRow } from '../rows/table/row.js';
import type { Session } from '../rows/table/session.js';
import { differing, isReadDifferently } from './agent-settings.js';
import { normalise } from './casts.js';
import { claimsOf } from './claims.js';
import { matching } from './matching.js';
import { meaning } from './meaning.js';
import { deleteRows, insertRows, readByKey, updateRows } from './rows.js';
import { connectionOf, isReplica, namesakes, serverOf } from './server/agent-connection.js';
import type { PerformingConnection } from './server/connection.js';
import { defaultsOf, drawnOf } from './server/defaults.js';
import { errors } from './server/errors.js';
import { placeOf } from './server/place.js';
import { foreign, referencedRows } from './server/references.js';
import { updatedByUpsert, youngerThan } from './server/row-age.js';
import { survey, surveyed } from './server/survey.js';
import { resolveTable } from './server/table.js';
import { parseTarget, type Target } from './server/target.js';
import { asText, type Column, label, qualified, quote, type Table } from './sql.js';

/** The driver is loaded in the process that opens a connection. */
export const transport: OpenTransport<PerformingConnection> = async (context) =>
  (await import('./server/connection.js')).connect(parseTarget(context.credentials.connectionString), context);

/** PostgreSQL's implementation of the interface that the engine of rows uses. */
export const dialect: Dialect<Column, Target> = {
  transport,
  label,
  errors,
  usedNumbers: 'Sequence values',
  parseTarget,
  survey: async (session, wanted) => void (await survey(session, wanted)),
  resolveTable,
  connectionOf,
  serverOf,
  isReplica,
  namesakes,
  isReadDifferently: (column, value, own, reported) =>
    isReadDifferently(column.baseType, value, differing(own, reported)),
  placeOf,
  matching,
  read: readByKey,
  referencedRows,
  foreign,
  writers,
  visible: async (session) =>
    surveyed(session)?.visible ?? (await session.rows('SELECT pg_catalog.pg_current_snapshot()::text'))[0]?.[0] ?? '',
  updatedByUpsert,
  youngerThan,
  isLeftOut: (_column, value) => value === undefined,
  proofOfGenerated,
  defaults: defaultsOf,
  drawn: drawnOf,
  insert: insertRows,
  update: updateRows,
  remove: deleteRows,
  deferConstraints: (session) => session.run('SET CONSTRAINTS ALL DEFERRED'),
  guarded: async (session, work) => {
    await session.run('SAVEPOINT guarded');
    try {
      await work();
    } catch (error) {
      if (errors.answer(error) !== null) await session.run('ROLLBACK TO SAVEPOINT guarded');
      throw error;
    }
    await session.run('RELEASE SAVEPOINT guarded');
  },
  checkConstraints: (session) => session.run('SET CONSTRAINTS ALL IMMEDIATE'),
  claims: claimsOf,
  meaning,
  rewritten: normalise,
};

/** Every INSERT, UPDATE and DELETE holds this lock on its table until its transaction ends, or waits for it. */
const FIND_WRITERS = `
  SELECT l.virtualtransaction FROM pg_catalog.pg_locks l
   WHERE l.locktype = 'relation' AND l.mode = 'RowExclusiveLock' AND l.relation = ($1::regclass)::oid
     AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database())
     AND l.pid <> pg_catalog.pg_backend_pid()`;

async function writers(session: Session, table: Table): Promise<string[]> {
  const found = await session.rows(FIND_WRITERS, [qualified(table)]);
  return found.flatMap(([transaction]) => transaction ?? []);
}

/** A single integer has an order; keys of any other kind are listed, if they are few. */
async function proofOfGenerated(session: Session, table: Table, generated: readonly Column[]): Promise<KeyProof> {
  const [only] = generated;
  if (only?.kind === 'integer' && generated.length === 1) {
    const column = `t.${quote(only.name)}`;
    const highest = await session.rows(
      `SELECT ${column}::text FROM ${qualified(table)} t ORDER BY ${column} DESC LIMIT ${ASKED_KEYS}`,
    );
    return aboveAll(only.name, highest.flat());
  }
  const keys = await session.rows(`SELECT ${asText(table.key, 't')} FROM ${qualified(table)} t LIMIT ${MAX_ROWS + 1}`);
  if (keys.length > MAX_ROWS) return { kind: 'version' };
  return { kind: 'listed', keys: keys.map((cells) => toRow(table.key, cells)) };
}
