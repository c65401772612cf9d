import type { OpenTransport } from '../connector.js';
import type { Dialect } from '../rows/dialect.js';
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
import { proofOfGenerated } from './server/generated-keys.js';
import { placeOf } from './server/place.js';
import { foreign, referencedRows } from './server/references.js';
import { updatedByUpsert, youngerThan } from './server/row-age.js';
import { survey, surveyed } from './server/survey.js';
import { resolveTable } from './server/table.js';
import { parseTarget, type Target } from './server/target.js';
import { writers } from './server/writers.js';
import { type Column, label } from './sql.js';

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
