import { allUnknown, type CallFacts, type FactReader, type ReadCall } from '../facts/facts.js';
import { tableFact } from '../rows/table-fact.js';
import { factsOf, isPlainExpression, verbThing } from './query/statement-facts.js';

const NAMES = ['target.table', 'statement.verb'] as const;
const VERBS: Readonly<Record<string, string>> = { insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' };

/** Of a text that is not one plain statement, every name in it may be that of a table. */
export const facts: FactReader = {
  names: NAMES,
  of,
  covers: {
    apiName: 'mysql.query',
    byVerb: { INSERT: 'mysql.rows.insert', UPDATE: 'mysql.rows.update', DELETE: 'mysql.rows.delete' },
    others: new Set(['SELECT', 'WITH', 'TABLE', 'VALUES', 'EXPLAIN']),
  },
};

function of({ apiName, payload }: ReadCall): CallFacts {
  if (apiName !== 'mysql.query') return rowFacts(apiName, payload);
  if (typeof payload.sql !== 'string') return allUnknown(NAMES);
  const { tables, verbs } = factsOf(payload.sql);
  return { 'target.table': tables, 'statement.verb': verbs };
}

function rowFacts(apiName: string, payload: ReadCall['payload']): CallFacts {
  const verb = VERBS[apiName.slice(apiName.lastIndexOf('.') + 1)];
  const isPlain = expressionsIn(payload).every((text) => typeof text === 'string' && isPlainExpression(text));
  return {
    'target.table': isPlain ? tableFact(payload.table) : 'unknown',
    'statement.verb': verb === undefined ? 'unknown' : [verbThing(verb)],
  };
}

function expressionsIn({ expressions, values }: ReadCall['payload']): unknown[] {
  if (!Array.isArray(expressions)) return [];
  const given = (values ?? {}) as Record<string, unknown>;
  return expressions.map((column) => given[String(column)]);
}
