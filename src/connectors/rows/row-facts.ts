import type { ReadCall } from '../facts/facts.js';

/** Every database with rows gives these facts (docs/contract.md, "Facts"). */
export const ROW_FACTS = ['target.table', 'statement.verb'] as const;

const VERBS: Readonly<Record<string, string>> = {
  ...{ insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' },
  ...{ list: 'SELECT', get: 'SELECT', count: 'SELECT', search: 'SELECT' },
};

/** Returns the SQL verb of a call such as `mysql.rows.insert`; undefined for any other call. */
export const verbOf = (apiName: string): string | undefined => VERBS[apiName.slice(apiName.lastIndexOf('.') + 1)];

/** Returns the values of an update that are SQL text, which may read other tables. */
export function expressionsIn({ expressions, values }: ReadCall['payload']): unknown[] {
  if (!Array.isArray(expressions)) return [];
  const given = (values ?? {}) as Record<string, unknown>;
  return expressions.map((column) => given[String(column)]);
}
