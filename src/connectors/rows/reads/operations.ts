import type { OperationDefinition } from '../../connector.js';
import { objectSchema, reading } from '../../resource/define.js';
import { match, table } from '../table/schemas.js';

const text = { type: 'string', minLength: 1 };
const columns = { type: 'array', items: text, minItems: 1, maxItems: 100, uniqueItems: true };
const limit = { type: 'integer', minimum: 1, maximum: 1000 };
const offset = { type: 'integer', minimum: 0 };
const order = {
  type: 'array',
  maxItems: 10,
  items: objectSchema(['column'], { column: text, direction: { enum: ['asc', 'desc'] } }),
};
const ofTable = objectSchema(['table'], { table });
const ofSchema = objectSchema([], { schema: text });

const READS: Readonly<Record<string, readonly [schema: object, notes: string]>> = {
  'rows.list': [
    objectSchema(['table'], { table, match, columns, order, limit, offset }),
    'Rows of one table with a primary key; 100 where no limit is given.',
  ],
  'rows.get': [objectSchema(['table', 'match'], { table, match, columns }), 'The first row that matches.'],
  'rows.count': [objectSchema(['table'], { table, match }), 'How many rows match.'],
  'rows.search': [
    objectSchema(['table', 'text'], { table, text, columns, limit }),
    'Rows in which a column holds the text, in any case; all columns where none are named.',
  ],
  'schemas.list': [objectSchema([], {}), 'Those that the credential may see.'],
  'tables.list': [ofSchema, 'Tables and views, with their schemas.'],
  'columns.list': [ofTable, 'Names, types and defaults, in the order of the table.'],
  'constraints.list': [ofTable, 'Keys, foreign keys and unique constraints, with their columns.'],
  'indexes.list': [ofTable, 'Names and columns.'],
  'triggers.list': [ofTable, 'Events and actions.'],
  'views.list': [ofSchema, 'With their definitions, as far as the credential may see them.'],
  'routines.list': [ofSchema, 'Functions and procedures.'],
};

/** The reads of rows and of the catalogue. @param id the connector's id */
export const readOperations = (id: string): readonly OperationDefinition[] =>
  Object.entries(READS).map(([name, [schema, notes]]) => ({
    ...reading(`${id}.${name}`, schema, notes),
    performs: true as const,
  }));

/** @param name of an operation without that of its connector */
export const isRowRead = (name: string): boolean => Object.hasOwn(READS, name);
