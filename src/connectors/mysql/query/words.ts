/** The possible meanings of a word in an expression; imports nothing. A word that is missing here may do anything. */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const KEYWORDS = words(`
  and or not xor in is null like between true false div mod case when then else end interval escape
`);

/** Functions that change nothing, and return the same at any time and for any client. */
export const FUNCTIONS = words(`
  abs ceil ceiling char_length coalesce concat concat_ws date date_add date_sub datediff day dayofmonth dayofweek exp
  field find_in_set floor greatest hex hour if ifnull instr isnull json_contains json_extract json_length json_unquote
  last_day least left length ln locate log lower lpad ltrim md5 minute mod month nullif pow power quarter repeat replace
  reverse right round rpad rtrim second sha1 sha2 sign sqrt strcmp substr substring substring_index timestampdiff trim
  truncate ucase upper weekday year
`);

/** Functions that are harmless too, but whose result depends on the time of the call. */
export const MOMENT = words(`
  now curdate curtime current_date current_time current_timestamp localtime localtimestamp sysdate unix_timestamp
  utc_date utc_time utc_timestamp
`);

/** New each time: as a value to be written they may stand, in a condition they may not. */
export const FRESH = words('uuid rand');

export const UNITS = words('microsecond second minute hour day week month quarter year');
