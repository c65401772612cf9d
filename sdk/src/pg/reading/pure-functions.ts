/**
 * Built-in functions of PostgreSQL that change nothing. Whatever is not named here counts as writing: a function can do
 * anything.
 */
const NAMES = `
  count sum min max avg bool_and bool_or every bit_and bit_or bit_xor any_value array_agg string_agg mode
  stddev stddev_pop stddev_samp variance var_pop var_samp corr covar_pop covar_samp regr_avgx regr_avgy regr_count
  regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy percentile_cont percentile_disc grouping
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  abs ceil ceiling floor round trunc sign sqrt cbrt exp ln log log10 power pow mod div gcd lcm factorial pi degrees radians
  sin cos tan cot asin acos atan atan2 sinh cosh tanh asinh acosh atanh width_bucket scale min_scale trim_scale
  random random_normal
  lower upper initcap length char_length character_length octet_length bit_length substring substr left right lpad rpad
  trim btrim ltrim rtrim replace translate reverse repeat concat concat_ws format position strpos split_part ascii chr
  md5 sha224 sha256 sha384 sha512 encode decode convert convert_from convert_to quote_ident quote_literal quote_nullable
  overlay starts_with like_escape similar_to_escape normalize is_normalized unistr to_hex to_bin to_oct casefold crc32 crc32c
  regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_count regexp_instr
  regexp_like regexp_substr string_to_array string_to_table array_to_string to_ascii parse_ident
  get_bit get_byte set_bit set_byte bit_count
  now clock_timestamp statement_timestamp transaction_timestamp timeofday age date_part date_trunc date_bin extract
  make_date make_time make_timestamp make_timestamptz make_interval isfinite justify_days justify_hours justify_interval
  timezone date time timestamp timestamptz interval overlaps date_add date_subtract
  to_char to_date to_number to_timestamp
  json_agg jsonb_agg json_object_agg jsonb_object_agg json_agg_strict jsonb_agg_strict json_object_agg_strict
  jsonb_object_agg_strict json_object_agg_unique jsonb_object_agg_unique
  to_json to_jsonb row_to_json array_to_json json_build_object jsonb_build_object json_build_array jsonb_build_array
  json_object jsonb_object json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text
  json_array_length jsonb_array_length json_each jsonb_each json_each_text jsonb_each_text json_object_keys
  jsonb_object_keys json_extract_path jsonb_extract_path json_extract_path_text jsonb_extract_path_text
  json_to_record
  jsonb_to_record json_to_recordset jsonb_to_recordset json_strip_nulls jsonb_strip_nulls json_typeof jsonb_typeof
  jsonb_set jsonb_set_lax jsonb_insert jsonb_pretty jsonb_path_exists jsonb_path_match jsonb_path_query
  jsonb_path_query_array jsonb_path_query_first jsonb_path_exists_tz jsonb_path_match_tz jsonb_path_query_tz
  jsonb_path_query_array_tz jsonb_path_query_first_tz jsonb_concat jsonb_delete jsonb_contains
  array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions
  array_prepend array_remove array_replace array_upper cardinality trim_array unnest array_sample array_shuffle
  array_reverse array_sort generate_series generate_subscripts
  num_nonnulls num_nulls
  lower_inc upper_inc lower_inf upper_inf isempty range_merge range_agg range_intersect_agg multirange
  int4range int8range numrange tsrange tstzrange daterange int4multirange int8multirange nummultirange tsmultirange
  tstzmultirange datemultirange
  to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank ts_rank_cd ts_headline setweight
  strip numnode querytree tsvector_to_array array_to_tsvector ts_delete ts_filter tsquery_phrase
  json_to_tsvector jsonb_to_tsvector get_current_ts_config
  similarity word_similarity strict_word_similarity show_trgm unaccent levenshtein
  gen_random_uuid uuidv4 uuidv7 uuid_extract_timestamp uuid_extract_version uuid_generate_v4
  host hostmask netmask network masklen set_masklen abbrev broadcast family inet_merge inet_same_family
  area center diameter height isclosed isopen npoints radius width box circle line lseg path point polygon slope
  xmlcomment xmlconcat xmlagg xpath xpath_exists xml_is_well_formed
  enum_first enum_last enum_range
  version current_database current_catalog current_schema current_schemas current_user session_user current_setting
  current_query inet_client_addr inet_client_port inet_server_addr inet_server_port
  pg_typeof pg_backend_pid pg_sleep pg_column_size pg_size_pretty pg_size_bytes pg_relation_size pg_total_relation_size
  pg_table_size pg_indexes_size pg_database_size pg_tablespace_size pg_is_in_recovery pg_postmaster_start_time
  pg_conf_load_time pg_encoding_to_char pg_char_to_encoding pg_client_encoding pg_collation_for pg_get_constraintdef
  pg_get_expr pg_get_functiondef pg_get_function_arguments pg_get_function_identity_arguments pg_get_function_result
  pg_get_indexdef pg_get_keywords pg_get_partkeydef pg_get_ruledef pg_get_serial_sequence pg_get_statisticsobjdef
  pg_get_triggerdef pg_get_userbyid pg_get_viewdef
  pg_table_is_visible pg_type_is_visible pg_function_is_visible pg_operator_is_visible pg_opclass_is_visible
  pg_blocking_pids pg_options_to_table pg_partition_tree pg_partition_ancestors pg_partition_root
  format_type obj_description col_description shobj_description to_regclass to_regtype to_regproc to_regprocedure
  to_regnamespace to_regrole to_regoper to_regoperator
  has_table_privilege has_any_column_privilege has_column_privilege has_schema_privilege has_database_privilege
  has_function_privilege has_sequence_privilege has_type_privilege pg_has_role row_security_active
  currval lastval pg_sequence_last_value hashtext hashtextextended
`;

/** Change something besides rows: sequences, locks, messages, the state of a transaction. */
const KEEP_ROWS = `
  nextval setval pg_notify pg_advisory_lock pg_advisory_lock_shared pg_advisory_xact_lock pg_advisory_xact_lock_shared
  pg_try_advisory_lock pg_try_advisory_lock_shared pg_try_advisory_xact_lock pg_try_advisory_xact_lock_shared
  pg_advisory_unlock pg_advisory_unlock_shared pg_advisory_unlock_all txid_current pg_current_xact_id uuid_generate_v1 uuid_generate_v1mc
`;

const wordsOf = (text: string) => text.split(/\s+/).filter((name) => name !== '');
const PURE = new Set(wordsOf(NAMES));
const KEEPING_ROWS = new Set(wordsOf(NAMES + KEEP_ROWS));

/** @param path the name's parts as the parser gives them, schema first */
export function isPureFunction(path: readonly string[]): boolean {
  return isOneOf(PURE, path);
}

/** True of what may change something, but no row of any table. @param path as of {@link isPureFunction} */
export function keepsRows(path: readonly string[]): boolean {
  return isOneOf(KEEPING_ROWS, path);
}

function isOneOf(names: ReadonlySet<string>, path: readonly string[]): boolean {
  const [first, second] = path;
  if (path.length === 1 && first !== undefined) return names.has(first);
  return path.length === 2 && first === 'pg_catalog' && second !== undefined && names.has(second);
}
