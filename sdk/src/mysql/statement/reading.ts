import { isSign, isWord, type Token } from './tokens.js';

const names = (text: string) => new Set(text.trim().split(/\s+/));

/** Words that may stand before a parenthesis without being called. */
const GRAMMAR = names(`
  all and any as between by case distinct else exists from having if in join left like limit not null on or over
  partition right select some then union using values when where with
`);
/** Functions of the server that change nothing, whatever they are given. */
const FUNCTIONS = names(`
  abs avg cast ceil ceiling char_length coalesce concat concat_ws connection_id convert count curdate current_date
  current_timestamp current_user database date date_add date_format date_sub datediff day dayofweek dense_rank exp
  extract field find_in_set floor format from_unixtime greatest group_concat hex hour if ifnull instr isnull json_array
  json_arrayagg json_contains json_extract json_length json_object json_objectagg json_unquote json_valid lag
  lead least left length ln locate log lower lpad ltrim max md5 min minute mod month now nullif pow power quarter
  rand rank replace reverse right round row_number rpad rtrim schema second sha1 sha2 sign sqrt stddev str_to_date
  substr substring substring_index sum time timestamp timestampdiff trim truncate unix_timestamp upper user
  utc_timestamp variance version week year
  ascii bit_length dayname dayofmonth dayofyear elt last_day lcase monthname octet_length repeat space timediff to_days
  ucase weekday
`);
/** Words that make a SELECT write, lock, or take the next number of a sequence. */
const WRITING = names('into update share lock next nextval previous procedure analyze analyse returning');
const BEGINS = /^(start transaction( read (only|write)| with consistent snapshot)?|begin( work)?|set autocommit = 1)$/;
const ENDS = /^(commit|rollback)( work)?$/;
/** A name of a character set in which a byte of a text may take the next one for its own could end a text elsewhere. */
const PASSES =
  /^(savepoint \w+|release savepoint \w+|set names (utf8|utf8mb3|utf8mb4|latin1|ascii|binary)|set (session )?transaction isolation level [a-z ]+|set autocommit = 0)$/;

/** Whether a statement surely changes nothing: doubt is not. */
export function isReading(tokens: readonly Token[] | null): boolean {
  if (tokens === null || tokens.some((token) => isSign(token, ';') || isSign(token, ':='))) return false;
  const [first] = tokens;
  if (isWord(first, 'show')) return callsKnown(tokens);
  if (isWord(first, 'describe') || isWord(first, 'desc')) return tokens.length === 2 || isSign(tokens[2], '.');
  if (isWord(first, 'explain')) return isWord(tokens[1], 'select') && isReading(tokens.slice(1));
  if (!isWord(first, 'select')) return false;
  return callsKnown(tokens) && !tokens.some((token) => token.kind === 'word' && WRITING.has(token.text.toLowerCase()));
}

/** What a statement does to the transaction of its connection; null when it is not about that. */
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

/** All that is called, by any name that is not quoted, is known to change nothing. */
export function callsKnown(tokens: readonly Token[]): boolean {
  return tokens.every((token, index) => {
    if (!isSign(tokens[index + 1], '(')) return true;
    // A parameter may be a name: `??`.
    if (token.kind === 'name' || isSign(token, '?')) return false;
    if (token.kind !== 'word') return true;
    const name = token.text.toLowerCase();
    return !isSign(tokens[index - 1], '.') && (GRAMMAR.has(name) || FUNCTIONS.has(name));
  });
}

/** A list of columns stands behind the name of a table, which is not called. */
export function columnsAsValues(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, index) => {
    const before = tokens[index - 1];
    const isTable = isWord(before, 'into') || (isSign(before, '.') && isWord(tokens[index - 3], 'into'));
    return isTable && isSign(tokens[index + 1], '(') ? { kind: 'word', text: 'values' } : token;
  });
}

function textOf(tokens: readonly Token[] | null): string {
  return (tokens ?? [])
    .map(({ kind, text }) => (kind === 'text' || kind === 'name' ? '"' : text.toLowerCase()))
    .join(' ');
}
