import type { OperationDefinition } from '../connector.js';

const scalar = { type: ['string', 'number', 'boolean', 'null'] };
const operand = { type: ['string', 'number', 'boolean'] };
const table = { type: 'string', minLength: 1, description: 'A table name, or schema.table. Names are taken exactly.' };
const rowCount = { type: 'integer', minimum: 0, description: 'How many rows the statement is expected to touch.' };
const row = { type: 'object', description: 'Column → value; a column that is left out gets its default.' };
const values = { type: 'object', minProperties: 1, description: 'Column → value.' };
const match = {
  type: 'object',
  description: 'Column → value, or column → { operator: operand }; everything is joined by AND; {} is every row.',
  additionalProperties: {
    anyOf: [
      scalar,
      {
        type: 'object',
        minProperties: 1,
        additionalProperties: false,
        properties: {
          in: { type: 'array', items: operand },
          neq: operand,
          gt: operand,
          gte: operand,
          lt: operand,
          lte: operand,
          like: { type: 'string' },
          null: { type: 'boolean' },
        },
      },
    ],
  },
};

function schema(required: readonly string[], properties: object): object {
  return { type: 'object', required, additionalProperties: false, properties };
}

const rows = { resource: 'rows', reversibility: 'exact', precapture: 'required' } as const;

/** What this connector knows how to capture and undo, and free statements, which are judged one by one. */
export const operations: readonly OperationDefinition[] = [
  {
    ...rows,
    apiName: 'postgres.rows.insert',
    verb: 'insert',
    operationType: 'CREATE',
    inverse: 'DELETE of the inserted rows by primary key',
    payloadSchema: schema(['table', 'values'], {
      table,
      values: { anyOf: [row, { type: 'array', minItems: 1, maxItems: 1000, items: row }] },
    }),
    notes: 'Where the database generates the key, the reported rows are needed. Sequence values stay used.',
  },
  {
    ...rows,
    apiName: 'postgres.rows.update',
    verb: 'update',
    operationType: 'UPDATE',
    inverse: 'UPDATE of the changed columns by primary key',
    payloadSchema: schema(['table', 'match', 'values'], {
      table,
      match,
      values,
      expressions: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      rowCount,
    }),
    notes: 'At most 1000 rows. A change of a primary key column is not captured.',
  },
  {
    ...rows,
    apiName: 'postgres.rows.delete',
    verb: 'delete',
    operationType: 'DELETE',
    inverse: 'INSERT of the deleted rows with their keys',
    payloadSchema: schema(['table', 'match'], { table, match, rowCount }),
    notes: 'At most 1000 rows. Rows whose deletion would change other tables (ON DELETE CASCADE) are not captured.',
  },
  {
    apiName: 'postgres.query',
    resource: 'query',
    verb: 'query',
    operationType: 'EXECUTE',
    reversibility: 'exact',
    inverse: 'INSERT, UPDATE or DELETE of the touched rows by primary key',
    precapture: 'required',
    payloadSchema: schema(['sql'], { sql: { type: 'string', minLength: 1 }, values: { type: 'array' } }),
    notes:
      'Any statement. One INSERT … VALUES, UPDATE or DELETE on a table with a primary key, at most 1000 rows, is undone ' +
      'as the row operations are; a plain read needs no undo. Everything else (several statements, DDL, TRUNCATE, MERGE, ' +
      'COPY, CALL, DO, upserts, functions that are not known to be harmless, …) is irreversible: its precapture fails ' +
      'and says why. The statement itself is never run here. What a statement computed is put back where it could be ' +
      'foreseen or its rows were reported, else it is a conflict.',
  },
];
