/** The functions of PostgreSQL by class; pure. A function that is missing here may do anything. */
import { wordSet } from '../word-set.js';

/** They are neither volatile nor able to run SQL that they are given. A test holds this list against the catalogue. */
const HARMLESS = wordSet(`
  count sum min max avg bool_and bool_or every bit_and bit_or bit_xor any_value array_agg string_agg mode
  stddev stddev_pop stddev_samp variance var_pop var_samp corr covar_pop covar_samp regr_avgx regr_avgy regr_count
  regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy percentile_cont percentile_disc
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  abs ceil ceiling floor round trunc sign sqrt cbrt exp ln log log10 power pow mod div gcd lcm factorial pi degrees radians
  sin cos tan cot asin acos atan atan2 sinh cosh tanh asinh acosh atanh width_bucket scale min_scale trim_scale
  area box center circle diameter height isclosed isopen line lseg npoints path point polygon radius slope width
  lower upper initcap length char_length character_length octet_length bit_length substring substr left right lpad rpad
  btrim ltrim rtrim replace translate reverse repeat concat concat_ws format position strpos split_part ascii chr
  md5 sha224 sha256 sha384 sha512 encode decode convert convert_from convert_to quote_ident quote_literal quote_nullable
  overlay starts_with like_escape similar_to_escape normalize is_normalized unistr to_hex to_bin to_oct casefold crc32 crc32c hashtext hashtextextended
  regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_count regexp_instr
  regexp_like regexp_substr string_to_array string_to_table array_to_string to_ascii parse_ident
  get_bit get_byte set_bit set_byte bit_count
  date_part date_trunc date_bin extract make_date make_time make_timestamp make_timestamptz make_interval isfinite
  justify_days justify_hours justify_interval timezone date time timestamp timestamptz interval overlaps
  date_add date_subtract
  to_char to_date to_number to_timestamp
  json_agg jsonb_agg json_object_agg jsonb_object_agg json_agg_strict jsonb_agg_strict json_object_agg_strict
  jsonb_object_agg_strict json_object_agg_unique jsonb_object_agg_unique
  to_json to_jsonb row_to_json array_to_json json_build_object jsonb_build_object json_build_array jsonb_build_array
  json_object jsonb_object json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text
  json_array_length jsonb_array_length json_each jsonb_each json_each_text jsonb_each_text json_object_keys
  jsonb_object_keys json_extract_path jsonb_extract_path json_extract_path_text jsonb_extract_path_text
  json_strip_nulls jsonb_strip_nulls json_typeof jsonb_typeof jsonb_set jsonb_set_lax jsonb_insert jsonb_pretty
  jsonb_path_exists jsonb_path_match jsonb_path_query jsonb_path_query_array jsonb_path_query_first
  jsonb_path_exists_tz jsonb_path_match_tz jsonb_path_query_tz jsonb_path_query_array_tz jsonb_path_query_first_tz
  jsonb_concat jsonb_contains jsonb_delete json_to_record jsonb_to_record json_to_recordset jsonb_to_recordset
  array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions
  array_prepend array_remove array_replace array_reverse array_sort array_upper cardinality trim_array unnest generate_series generate_subscripts
  num_nonnulls num_nulls lower_inc upper_inc lower_inf upper_inf isempty range_merge range_agg range_intersect_agg multirange
  int4range int8range numrange tsrange tstzrange daterange int4multirange int8multirange nummultirange tsmultirange
  tstzmultirange datemultirange
  to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank ts_rank_cd ts_headline setweight
  strip numnode querytree tsvector_to_array array_to_tsvector ts_delete ts_filter tsquery_phrase
  json_to_tsvector jsonb_to_tsvector
  uuid_extract_timestamp uuid_extract_version
  host hostmask netmask network masklen set_masklen abbrev broadcast family inet_merge inet_same_family
  xmlcomment xmlagg xpath xpath_exists xml_is_well_formed enum_first enum_last enum_range
  format_type obj_description col_description shobj_description to_regclass to_regtype to_regproc to_regprocedure
  to_regnamespace to_regrole to_regoper to_regoperator
  pg_typeof pg_column_size pg_size_pretty pg_size_bytes pg_collation_for pg_encoding_to_char pg_char_to_encoding
  pg_get_expr pg_get_constraintdef pg_get_functiondef pg_get_function_arguments pg_get_function_identity_arguments
  pg_get_function_result pg_get_indexdef pg_get_keywords pg_get_partkeydef pg_get_ruledef pg_get_serial_sequence
  pg_get_statisticsobjdef pg_get_triggerdef pg_get_userbyid pg_get_viewdef pg_options_to_table
  pg_table_is_visible pg_type_is_visible pg_function_is_visible pg_operator_is_visible pg_opclass_is_visible
  pg_relation_is_publishable has_table_privilege has_any_column_privilege has_column_privilege has_schema_privilege
  has_database_privilege has_function_privilege has_sequence_privilege has_type_privilege pg_has_role
`);

/** They are harmless too, but their answers depend on the moment of the call. */
const MOMENT = wordSet('now transaction_timestamp statement_timestamp age');

/** They are harmless too, but their answers depend on the caller. */
const ASKER = wordSet(`
  current_setting current_schema current_schemas current_database version inet_client_addr inet_client_port
  inet_server_addr inet_server_port pg_backend_pid session_user current_user get_current_ts_config pg_client_encoding
  row_security_active
`);

/** They change nothing, and their answers are new each time. */
const FRESH = wordSet(`
  gen_random_uuid uuidv4 uuidv7 random random_normal clock_timestamp timeofday array_sample array_shuffle
`);

/** They change nothing. Their answers depend on the state of the server or of the session, or take time. */
const STATE = wordSet(`
  current_query currval lastval pg_sequence_last_value pg_sleep pg_blocking_pids pg_is_in_recovery
  pg_postmaster_start_time pg_conf_load_time pg_relation_size pg_total_relation_size pg_table_size pg_indexes_size
  pg_database_size pg_tablespace_size pg_partition_tree pg_partition_ancestors pg_partition_root
`);

/** Functions of extensions that change nothing. */
const EXTENSION = wordSet(`
  similarity word_similarity strict_word_similarity show_trgm unaccent levenshtein uuid_generate_v4
`);

/** They change a sequence, a lock, a message or the state of a transaction, and no row of any table. */
const KEEPS_ROWS = wordSet(`
  setval pg_notify pg_advisory_lock pg_advisory_lock_shared pg_advisory_xact_lock pg_advisory_xact_lock_shared
  pg_try_advisory_lock pg_try_advisory_lock_shared pg_try_advisory_xact_lock pg_try_advisory_xact_lock_shared
  pg_advisory_unlock pg_advisory_unlock_shared pg_advisory_unlock_all txid_current pg_current_xact_id uuid_generate_v1
  uuid_generate_v1mc
`);

const CLASSES = {
  harmless: HARMLESS,
  moment: MOMENT,
  asker: ASKER,
  fresh: FRESH,
  /** It leaves only a used number behind. */
  number: wordSet('nextval'),
  state: STATE,
  extension: EXTENSION,
  'keeps rows': KEEPS_ROWS,
} as const;

/** Harmless functions that return sets: with them one row of VALUES becomes several. */
export const RETURNING_SETS = wordSet(`
  generate_series generate_subscripts unnest regexp_matches regexp_split_to_table string_to_table json_array_elements
  jsonb_array_elements json_array_elements_text jsonb_array_elements_text json_each jsonb_each json_each_text
  jsonb_each_text json_object_keys jsonb_object_keys jsonb_path_query jsonb_path_query_tz json_to_recordset
  jsonb_to_recordset pg_get_keywords pg_options_to_table
`);

export type KnownClass = keyof typeof CLASSES;
export type FunctionClass = KnownClass | 'unknown';

/** @param path the parts of the name as the grammar gives them, schema first */
export function classOf(path: readonly string[]): FunctionClass {
  const name = path.length === 2 && path[0] === 'pg_catalog' ? path[1] : path.length === 1 ? path[0] : undefined;
  if (name === undefined) return 'unknown';
  const known = Object.entries(CLASSES).find(([, names]) => names.has(name));
  return known === undefined ? 'unknown' : (known[0] as KnownClass);
}

/** A session may call it in a read of its own. */
export const changesNothing = (path: readonly string[]): boolean =>
  !['number', 'keeps rows', 'unknown'].includes(classOf(path));

export const namesOf = (...classes: readonly KnownClass[]): readonly string[] =>
  classes.flatMap((one) => [...CLASSES[one]]);
