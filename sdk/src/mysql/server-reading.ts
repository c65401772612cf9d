import { callsKnown } from './reading.js';
import { executed, type Speech } from './statement-call.js';
import { isSign, isWord, type Token } from './tokens.js';

const DATA = ['insert', 'update', 'delete', 'replace', 'select', 'show'];
const SCHEMA = ['create', 'alter', 'drop', 'truncate'];
const DEEPEST = 8;

/**
 * Whether the server reads values that are put into the text of a statement as mysql2 writes them. With another
 * `sql_mode` or character set of the session, a quote or a backslash among them may end a literal.
 */
export class ServerReading {
  #mayDiffer = false;

  /** Notes a statement, other than a read, that may change settings of some connection. */
  note(tokens: readonly Token[] | null): void {
    this.#mayDiffer ||= mayChangeSettings(tokens);
  }

  /** Values of a prepared statement never become part of its text. */
  isAsWritten(speech: Speech, values: unknown): boolean {
    return !this.#mayDiffer || speech === executed || isPlain(values, 0);
  }
}

function mayChangeSettings(tokens: readonly Token[] | null): boolean {
  if (tokens === null || tokens.some((token) => isSign(token, ';'))) return true;
  const [first] = tokens;
  const begins = (words: readonly string[]) => words.some((word) => isWord(first, word));
  if (begins(SCHEMA)) return tokens.some((token) => isWord(token, 'select'));
  return !begins(DATA) || !callsKnown(tokens.map(asName));
}

/** A list of columns stands behind the name of a table. */
function asName(token: Token, index: number, all: readonly Token[]): Token {
  const isTable = isWord(all[index - 1], 'into') || (isSign(all[index - 1], '.') && isWord(all[index - 3], 'into'));
  return isTable && isSign(all[index + 1], '(') ? { kind: 'word', text: 'values' } : token;
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !/['\\\u0080-\uffff]/.test(value);
  if (typeof value === 'function') return false;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  return (
    depth < DEEPEST &&
    Object.entries(value)
      .flat()
      .every((inner) => isPlain(inner, depth + 1))
  );
}
