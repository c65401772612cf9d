/** Finds the tables that a text may touch, and the verbs, from its words alone; pure. */
import { callsKnown, tablesAsTexts } from '#sql/mysql/calls';
import { classOf } from '#sql/mysql/functions';
import { looseTokensOf } from '#sql/mysql/loose-tokens';
import { takesNames } from '#sql/mysql/names';
import { isSign, type Token } from '#sql/mysql/tokens';
import { wordSet } from '#sql/word-set';
import type { FactValue, Thing } from '../../facts/facts.js';
import { tableThing } from '../../rows/table-fact.js';
import { type Statement, statementOf } from './statement.js';
import { tokensOf } from './tokens.js';

export interface StatementFacts {
  readonly tables: FactValue;
  readonly verbs: FactValue;
}

const UNKNOWN: StatementFacts = { tables: 'unknown', verbs: 'unknown' };

/** Verbs that touch only the tables that the text names. */
const VERBS = wordSet(
  'select insert replace update delete truncate with table values alter create drop rename explain',
);
const ALSO: Readonly<Record<string, readonly string[]>> = { TRUNCATE: ['DELETE'], REPLACE: ['INSERT', 'DELETE'] };

export const verbThing = (verb: string): Thing => ({ readings: [verb], aliases: ALSO[verb] ?? [] });

export function factsOf(sql: string): StatementFacts {
  const statement = strictly(sql);
  if (statement !== null && !callsUnknown(tokensOf(sql))) return ofStatement(statement);
  const tokens = looseTokensOf(sql);
  if (tokens === null || tokens.length === 0) return UNKNOWN;
  const verbs = statementsIn(tokens).map(([first]) => first?.text.toLowerCase() ?? '');
  if (!verbs.every((verb) => VERBS.has(verb)) || callsUnknown(tokens)) return UNKNOWN;
  if (takesNames(tokens)) return UNKNOWN;
  const written = tokens.filter(
    (token, at) => token.kind === 'word' && VERBS.has(token.text.toLowerCase()) && !isFunction(tokens, at),
  );
  const all = [...new Set(written.map(({ text }) => text.toUpperCase()))];
  if (tokens.some(({ text }) => text.toLowerCase() === 'duplicate')) all.push('UPDATE');
  return { tables: namesIn(tokens), verbs: [...new Set(all)].map(verbThing) };
}

/** True when an expression can do nothing but compute. */
export function isPlainExpression(text: string): boolean {
  const tokens = looseTokensOf(text);
  return tokens !== null && !callsUnknown(tokens) && !tokens.some(({ text: word }) => word.toLowerCase() === 'select');
}

function strictly(sql: string): Statement | null {
  try {
    const tokens = tokensOf(sql);
    const places = tokens.filter((token) => isSign(token, '?')).map(() => null);
    return statementOf(tokens, places);
  } catch {
    return null;
  }
}

function ofStatement(statement: Statement): StatementFacts {
  const { table, verb } = statement;
  const isInsert = statement.verb === 'insert';
  const tables = isInsert && statement.selected ? [table, statement.selected.table] : [table];
  const verbs = [verb.toUpperCase(), ...(isInsert && statement.updates ? ['UPDATE'] : [])];
  return { tables: tables.map(({ schema, name }) => tableThing(schema, name)), verbs: verbs.map(verbThing) };
}

/** REPLACE, INSERT and TRUNCATE are functions too. */
const isFunction = (tokens: readonly Token[], at: number) =>
  at > 0 &&
  isSign(tokens[at + 1], '(') &&
  !isSign(tokens[at - 1], ';') &&
  classOf(tokens[at]?.text.toLowerCase() ?? '') === 'harmless';

/** Any name in the text may be one of a table: a policy that restricts holds for each of them. */
function namesIn(tokens: readonly Token[]): Thing[] {
  const isName = (token: Token | undefined) => token?.kind === 'word' || token?.kind === 'name';
  return tokens.flatMap((token, at): Thing[] => {
    if (!isName(token)) return [];
    const isQualified = isSign(tokens[at - 1], '.') && isName(tokens[at - 2]);
    return [tableThing(isQualified ? (tokens[at - 2]?.text ?? null) : null, token.text)];
  });
}

function statementsIn(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (isSign(token, ';')) parts.push([]);
    else if (!isSign(token, '(') || parts.at(-1)?.length) parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

/** A function of the database's own may do anything; the columns of a table stand in parentheses too. */
const callsUnknown = (tokens: readonly Token[]) => !callsKnown(tablesAsTexts(tokens));
