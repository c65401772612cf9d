/** Splits a statement that may be captured into tokens; pure. */
import { tokensOf as read, type Token } from '#sql/mysql/tokens';
import { NotCapturable } from '../../rows/call/payload.js';

const LONGEST = 64_000;

/** One of them is an OR in one mode and joins texts in another; the others assign, or are in no other dialect. */
const UNCLEAR = [':=', '&&', '||', '->', '->>', ':'];

/** @throws NotCapturable for a text that may mean more than one thing */
export function tokensOf(sql: string): Token[] {
  if (sql.length > LONGEST) throw new NotCapturable(`the text is longer than ${LONGEST} characters`);
  const tokens = read(sql);
  if (tokens === null || tokens.some(({ kind, text }) => kind === 'sign' && UNCLEAR.includes(text))) {
    throw new NotCapturable('the statement has a part that may mean more than one thing');
  }
  return tokens;
}
