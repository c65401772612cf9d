/** Tells statements that only read, and those that control the transaction of their connection; pure. */
import { callsKnown } from './calls.js';
import { isSign, isWord, type Token } from './tokens.js';

const names = (text: string) => new Set(text.trim().split(/\s+/));

/** Words that make a SELECT write, lock, or take the next number of a sequence. */
const WRITING = names('into update share lock next nextval previous procedure analyze analyse returning');
const BEGINS = /^(start transaction( read (only|write)| with consistent snapshot)?|begin( work)?|set autocommit = 1)$/;
const ENDS = /^(commit|rollback)( work)?$/;
/** A name of a character set in which a byte of a text may take the next one for its own could end a text elsewhere. */
const PASSES =
  /^(savepoint \w+|release savepoint \w+|set names (utf8|utf8mb3|utf8mb4|latin1|ascii|binary)|set (session )?transaction isolation level [a-z ]+|set autocommit = 0)$/;

/** True if a statement certainly changes nothing; false in doubt. */
export function isReading(tokens: readonly Token[] | null): boolean {
  if (tokens === null || tokens.some((token) => isSign(token, ';') || isSign(token, ':='))) return false;
  const [first] = tokens;
  if (isWord(first, 'show')) return callsKnown(tokens);
  if (isWord(first, 'describe') || isWord(first, 'desc')) return tokens.length === 2 || isSign(tokens[2], '.');
  if (isWord(first, 'explain')) return isWord(tokens[1], 'select') && isReading(tokens.slice(1));
  if (!isWord(first, 'select')) return false;
  return callsKnown(tokens) && !tokens.some((token) => token.kind === 'word' && WRITING.has(token.text.toLowerCase()));
}

/** The effect of a statement on the transaction of its connection; null when it is not about that. */
export function controlOf(
  tokens: readonly Token[] | null,
): 'begin' | 'commit' | 'rollback' | 'none' | 'unclear' | null {
  const text = textOf(tokens);
  if (BEGINS.test(text)) return 'begin';
  const [, end] = ENDS.exec(text) ?? [];
  if (end) return end as 'commit' | 'rollback';
  if (PASSES.test(text)) return 'none';
  return /^(commit|rollback|use|xa)\b/.test(text) ? 'unclear' : null;
}

function textOf(tokens: readonly Token[] | null): string {
  return (tokens ?? [])
    .map(({ kind, text }) => (kind === 'text' || kind === 'name' ? '"' : text.toLowerCase()))
    .join(' ');
}
