import { objectSchema } from '../../resource/define.js';

const scalar = { type: ['string', 'number', 'boolean', 'null'] };
const operand = { type: ['string', 'number', 'boolean'] };
export const table = {
  type: 'string',
  minLength: 1,
  description: 'A table name, or schema.table. Names are taken exactly.',
};
const rowCount = { type: 'integer', minimum: 0, description: 'How many rows the statement is expected to touch.' };
const row = { type: 'object', description: 'Column → value; a column that is left out gets its default.' };
const values = { type: 'object', minProperties: 1, description: 'Column → value.' };
export const match = {
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

/** JSON Schemas of the payloads that `parseCall` reads, by verb. */
export const payloadSchemas = {
  insert: objectSchema(['table', 'values'], {
    table,
    values: { anyOf: [row, { type: 'array', minItems: 1, maxItems: 1000, items: row }] },
  }),
  update: objectSchema(['table', 'match', 'values'], {
    table,
    match,
    values,
    expressions: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    rowCount,
  }),
  delete: objectSchema(['table', 'match'], { table, match, rowCount }),
};
