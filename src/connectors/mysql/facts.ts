import { allUnknown, type CallFacts, type FactReader, type ReadCall } from '../facts/facts.js';
import { expressionsIn, ROW_FACTS, verbOf } from '../rows/row-facts.js';
import { tableFact } from '../rows/table-fact.js';
import { factsOf, isPlainExpression, verbThing } from './query/statement-facts.js';

/** In a text that is not one plain statement, every name may be that of a table. */
export const facts: FactReader = {
  names: ROW_FACTS,
  of,
  covers: {
    apiName: 'mysql.query',
    byVerb: { INSERT: 'mysql.rows.insert', UPDATE: 'mysql.rows.update', DELETE: 'mysql.rows.delete' },
    others: new Set(['SELECT', 'WITH', 'TABLE', 'VALUES', 'EXPLAIN']),
  },
};

function of({ apiName, payload }: ReadCall): CallFacts {
  if (apiName !== 'mysql.query') return rowFacts(apiName, payload);
  if (typeof payload.sql !== 'string') return allUnknown(ROW_FACTS);
  const { tables, verbs } = factsOf(payload.sql);
  return { 'target.table': tables, 'statement.verb': verbs };
}

function rowFacts(apiName: string, payload: ReadCall['payload']): CallFacts {
  const verb = verbOf(apiName);
  const isPlain = expressionsIn(payload).every((text) => typeof text === 'string' && isPlainExpression(text));
  return {
    'target.table': isPlain ? tableFact(payload.table) : 'unknown',
    'statement.verb': verb === undefined ? 'unknown' : [verbThing(verb)],
  };
}
