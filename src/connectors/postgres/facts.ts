import { allUnknown, type CallFacts, type FactReader, type ReadCall, together } from '../facts/facts.js';
import { expressionsIn, ROW_FACTS, verbOf } from '../rows/row-facts.js';
import { tableFact } from '../rows/table-fact.js';
import { parse } from './query/parser.js';
import { factsOf, type StatementFacts, verbThing } from './query/reading/statement-facts.js';

/** Statements are read with PostgreSQL's own grammar; one that it cannot read may do anything. */
export const facts: FactReader = {
  names: ROW_FACTS,
  of,
  covers: {
    apiName: 'postgres.query',
    byVerb: { INSERT: 'postgres.rows.insert', UPDATE: 'postgres.rows.update', DELETE: 'postgres.rows.delete' },
    others: new Set(['SELECT', 'EXPLAIN', 'LOCK', 'DECLARE', 'SET', 'SHOW', 'TRANSACTION', 'NOTIFY']),
  },
};

async function of({ apiName, payload }: ReadCall): Promise<CallFacts> {
  if (apiName !== 'postgres.query') return rowFacts(apiName, payload);
  if (typeof payload.sql !== 'string') return allUnknown(ROW_FACTS);
  const { tables, verbs } = await read(payload.sql);
  return { 'target.table': tables, 'statement.verb': verbs };
}

async function rowFacts(apiName: string, payload: ReadCall['payload']): Promise<CallFacts> {
  const verb = verbOf(apiName);
  const computed = await Promise.all(expressionsIn(payload).map((text) => read(`SELECT (${String(text)})`)));
  const tables = together([tableFact(payload.table), ...computed.map((one) => one.tables)]);
  return { 'target.table': tables, 'statement.verb': verb === undefined ? 'unknown' : [verbThing(verb)] };
}

async function read(sql: string): Promise<StatementFacts> {
  try {
    return factsOf((await parse(sql)).statements);
  } catch {
    return { tables: 'unknown', verbs: 'unknown' };
  }
}
