import type { OperationDefinition } from '../connector.js';
import { objectSchema } from '../resource/define.js';
import { readOperations } from '../rows/reads/operations.js';
import { payloadSchemas } from '../rows/table/schemas.js';

const rows = { resource: 'rows', reversibility: 'exact', precapture: 'required', performs: true } as const;

/** The operations that this connector can capture and undo, and free statements, which are judged one by one. */
export const operations: readonly OperationDefinition[] = [
  {
    ...rows,
    apiName: 'postgres.rows.insert',
    verb: 'insert',
    operationType: 'CREATE',
    inverse: 'DELETE of the inserted rows by primary key',
    payloadSchema: payloadSchemas.insert,
    notes: 'Where the database generates the key, the reported rows are needed. Sequence values stay used.',
  },
  {
    ...rows,
    apiName: 'postgres.rows.update',
    verb: 'update',
    operationType: 'UPDATE',
    inverse: 'UPDATE of the changed columns by primary key',
    payloadSchema: payloadSchemas.update,
    notes: 'At most 1000 rows. A change of a primary key column is not captured.',
  },
  {
    ...rows,
    apiName: 'postgres.rows.delete',
    verb: 'delete',
    operationType: 'DELETE',
    inverse: 'INSERT of the deleted rows with their keys',
    payloadSchema: payloadSchemas.delete,
    notes: 'At most 1000 rows. Rows whose deletion would change other tables (ON DELETE CASCADE) are not captured.',
  },
  ...readOperations('postgres'),
  {
    apiName: 'postgres.query',
    resource: 'query',
    verb: 'query',
    performs: true,
    operationType: 'EXECUTE',
    // The worst it may be: policies on what nothing undoes must catch every statement that might be one.
    reversibility: 'none',
    inverse: null,
    precapture: 'required',
    payloadSchema: objectSchema(['sql'], { sql: { type: 'string', minLength: 1 }, values: { type: 'array' } }),
    notes:
      'Any statement. One INSERT … VALUES (also an upsert by named columns), UPDATE or DELETE on a table with a primary key, at most 1000 rows, is undone ' +
      'as the row operations are; a plain read needs no undo. Everything else (several statements, DDL, TRUNCATE, MERGE, ' +
      'COPY, CALL, DO, functions that are not known to be harmless, …) is irreversible: its precapture fails ' +
      'and says why. The statement itself is never run here. What a statement computed is put back where it could be ' +
      'foreseen or its rows were reported, else it is a conflict.',
  },
];
