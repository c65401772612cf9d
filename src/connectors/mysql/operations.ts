import type { OperationDefinition } from '../connector.js';
import { objectSchema } from '../resource/define.js';
import { readOperations } from '../rows/reads/operations.js';
import { payloadSchemas } from '../rows/table/schemas.js';

const rows = { resource: 'rows', reversibility: 'exact', precapture: 'required', performs: true } as const;

/** The operations that this connector can capture and undo, and the one statement that it only knows by name. */
export const operations: readonly OperationDefinition[] = [
  {
    ...rows,
    apiName: 'mysql.rows.insert',
    verb: 'insert',
    operationType: 'CREATE',
    inverse: 'DELETE of the inserted rows by primary key',
    payloadSchema: payloadSchemas.insert,
    notes: 'Keys are given, or AUTO_INCREMENT with the reported insertId. Numbers that were used stay used.',
    driftSignal: 'the values of the inserted columns',
  },
  {
    ...rows,
    apiName: 'mysql.rows.update',
    verb: 'update',
    operationType: 'UPDATE',
    inverse: 'UPDATE of the changed columns by primary key',
    payloadSchema: payloadSchemas.update,
    notes: 'At most 1000 rows of an InnoDB table. A change of a primary key column is not captured.',
    driftSignal: 'the text of each changed column',
  },
  {
    ...rows,
    apiName: 'mysql.rows.delete',
    verb: 'delete',
    operationType: 'DELETE',
    inverse: 'INSERT of the deleted rows with their keys',
    payloadSchema: payloadSchemas.delete,
    notes: 'At most 1000 rows. Rows whose deletion would change other tables (ON DELETE CASCADE) are not captured.',
    driftSignal: 'whether a row with the key is there again',
  },
  ...readOperations('mysql'),
  {
    apiName: 'mysql.query',
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
      'Any other writing statement. One INSERT … VALUES (also an upsert), UPDATE or DELETE of one InnoDB table with a primary key, with ' +
      'conditions and values over the columns of its own row, is undone as the row operations are. Everything else ' +
      '(several statements, joins, sub-selects, LIMIT, DDL, REPLACE, functions that are not known to be harmless, …) is ' +
      'irreversible: its precapture fails and says why. A precapture never runs the statement.',
  },
];
