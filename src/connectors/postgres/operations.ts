import type { OperationDefinition } from '../connector.js';
import { objectSchema } from '../resource/define.js';
import { payloadSchemas } from '../rows/schemas.js';

const rows = { resource: 'rows', reversibility: 'exact', precapture: 'required' } as const;

/** What this connector knows how to capture and undo, and the one statement it only knows by name. */
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
  {
    apiName: 'postgres.query',
    resource: 'query',
    verb: 'query',
    operationType: 'EXECUTE',
    reversibility: 'none',
    inverse: null,
    precapture: 'none',
    payloadSchema: objectSchema(['sql'], { sql: { type: 'string' }, values: { type: 'array' } }),
    notes: 'Any other writing statement. It is never run or captured here.',
  },
];
