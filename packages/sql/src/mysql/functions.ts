/** The functions of MySQL and MariaDB that change nothing, by what they depend on; pure. */
import { wordSet } from '../word-set.js';

/** These functions have the same result at any time and in any session. */
const HARMLESS = wordSet(`
  abs ascii bit_length ceil ceiling char_length coalesce concat concat_ws date date_add date_sub datediff day dayofmonth
  dayofweek dayofyear elt exp field find_in_set floor greatest hex hour if ifnull instr isnull json_array json_contains
  json_extract json_length json_object json_unquote json_valid last_day lcase least left length ln locate log lower lpad
  ltrim md5 minute mod month nullif octet_length pow power quarter repeat replace reverse right round rpad rtrim second
  sha1 sha2 sign space sqrt strcmp substr substring substring_index time timediff timestamp timestampdiff to_days trim
  truncate ucase upper weekday year
`);

/** Their answers depend on the moment of the call. */
const MOMENT = wordSet(`
  now curdate curtime current_date current_time current_timestamp localtime localtimestamp sysdate unix_timestamp
  utc_date utc_time utc_timestamp
`);

/** Their answers depend on the caller, or on settings of the session: its language, time zone, first day of a week. */
const ASKER = wordSet(`
  connection_id current_user database date_format dayname format from_unixtime monthname schema str_to_date user version
  week
`);

/** Their answers are new each time. */
const FRESH = wordSet('uuid rand');

/** They compute over several rows, or have a grammar of their own. */
const OTHER = wordSet(`
  avg cast convert count dense_rank extract group_concat json_arrayagg json_objectagg lag lead max min position rank
  row_number stddev sum variance
`);

export type FunctionClass = 'harmless' | 'moment' | 'asker' | 'fresh' | 'other' | 'unknown';

/** A function that is named nowhere here may do anything. @param name in lower case */
export function classOf(name: string): FunctionClass {
  if (HARMLESS.has(name)) return 'harmless';
  if (MOMENT.has(name)) return 'moment';
  if (ASKER.has(name)) return 'asker';
  if (FRESH.has(name)) return 'fresh';
  return OTHER.has(name) ? 'other' : 'unknown';
}

/** Words of an expression that are neither functions nor columns. */
export const EXPRESSION_WORDS = wordSet(`
  and or not xor in is null like between true false div mod case when then else end interval escape
`);

/** Words that may stand before a parenthesis and call nothing. */
export const GRAMMAR = wordSet(`
  ${[...EXPRESSION_WORDS].join(' ')} all any as by distinct except exists from having if index intersect into join key
  left limit on over partition primary recursive right row select set some union unique using value values where with
  char varchar decimal numeric int integer bigint smallint tinyint binary varbinary float double enum datetime time
  timestamp bit unsigned signed
`);
