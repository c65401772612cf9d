/** The ways in which a statement may end its transaction; pure. */
import { wordSet } from '../word-set.js';

/**
 * The ways in which a statement may end the transaction in which it runs. `none`: it runs in it. `commits`: if the transaction is over
 * afterwards, it was committed, also where the statement failed. `any`: it may have committed or rolled back. `several`: so may
 * each of them, and another one may have begun.
 */
export type Ending = 'none' | 'commits' | 'any' | 'several';

const NONE = wordSet('select insert update delete replace with values table show describe desc explain help');
/** They commit before they run; `set` ends a transaction only by switching autocommit on. */
const COMMITS = wordSet(`
  alter analyze cache change check create drop flush grant import install lock optimize rename repair reset revoke set
  shutdown start stop truncate uninstall unlock
`);
const BEFORE = /^(?:\s+|\/\*(?!!)[\s\S]*?\*\/|--\s[^\n]*\n|#[^\n]*\n)*/;

export function endingOf(sql: string): Ending {
  const text = sql.replace(BEFORE, '').replace(/[\s;]+$/, '');
  // Several statements, or one with a text that looks so.
  if (text.includes(';')) return 'several';
  const word = /^[a-z]+/i.exec(text)?.[0].toLowerCase() ?? '';
  if (NONE.has(word)) return 'none';
  return COMMITS.has(word) ? 'commits' : 'any';
}
