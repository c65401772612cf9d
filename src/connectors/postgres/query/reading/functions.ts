/** The properties of functions, known by name; imports nothing. A function that is missing here may do anything. */

/** Neither volatile nor able to run SQL that they are given. A test holds this list against the catalogue. */
const HARMLESS = words(`
  count sum min max avg bool_and bool_or every bit_and bit_or bit_xor array_agg string_agg mode
  stddev stddev_pop stddev_samp variance var_pop var_samp corr covar_pop covar_samp regr_avgx regr_avgy regr_count
  regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy percentile_cont percentile_disc
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  abs ceil ceiling floor round trunc sign sqrt cbrt exp ln log log10 power pow mod div gcd lcm factorial pi degrees radians
  sin cos tan cot asin acos atan atan2 sinh cosh tanh asinh acosh atanh width_bucket scale min_scale trim_scale
  lower upper initcap length char_length character_length octet_length bit_length substring substr left right lpad rpad
  btrim ltrim rtrim replace translate reverse repeat concat concat_ws format position strpos split_part ascii chr
  md5 sha224 sha256 sha384 sha512 encode decode convert convert_from convert_to quote_ident quote_literal quote_nullable
  overlay starts_with like_escape similar_to_escape normalize is_normalized to_hex
  regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_count regexp_instr
  regexp_like regexp_substr string_to_array string_to_table array_to_string to_ascii parse_ident
  get_bit get_byte set_bit set_byte bit_count
  date_part date_trunc date_bin extract make_date make_time make_timestamp make_timestamptz make_interval isfinite
  justify_days justify_hours justify_interval timezone date time timestamp timestamptz interval overlaps
  to_char to_date to_number to_timestamp
  json_agg jsonb_agg json_object_agg jsonb_object_agg
  to_json to_jsonb row_to_json array_to_json json_build_object jsonb_build_object json_build_array jsonb_build_array
  json_object jsonb_object json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text
  json_array_length jsonb_array_length json_each jsonb_each json_each_text jsonb_each_text json_object_keys
  jsonb_object_keys json_extract_path jsonb_extract_path json_extract_path_text jsonb_extract_path_text
  json_strip_nulls jsonb_strip_nulls json_typeof jsonb_typeof jsonb_set jsonb_set_lax jsonb_insert jsonb_pretty
  jsonb_path_exists jsonb_path_match jsonb_path_query jsonb_path_query_array jsonb_path_query_first
  array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions
  array_prepend array_remove array_replace array_upper cardinality trim_array unnest generate_series generate_subscripts
  num_nonnulls num_nulls lower_inc upper_inc lower_inf upper_inf isempty range_merge range_agg range_intersect_agg
  int4range int8range numrange tsrange tstzrange daterange
  to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank ts_rank_cd ts_headline setweight
  strip numnode querytree tsvector_to_array array_to_tsvector ts_delete ts_filter tsquery_phrase
  uuid_extract_timestamp uuid_extract_version
  host hostmask netmask network masklen set_masklen abbrev broadcast family inet_merge inet_same_family
  xmlcomment xmlagg xpath xpath_exists xml_is_well_formed enum_first enum_last enum_range
  format_type obj_description col_description to_regclass to_regtype pg_typeof pg_column_size pg_size_pretty pg_get_expr
  pg_get_constraintdef pg_get_indexdef pg_get_serial_sequence pg_get_userbyid pg_get_viewdef pg_table_is_visible
  pg_relation_is_publishable has_table_privilege has_column_privilege has_schema_privilege has_database_privilege
`);

/** Functions that are harmless too, but whose result depends on the time of the call. */
const MOMENT = words('now transaction_timestamp statement_timestamp age');

/** Functions that are harmless too, but whose result depends on the user who calls them. */
const ASKER = words(`
  current_setting current_schema current_schemas current_database version inet_client_addr inet_client_port
  inet_server_addr inet_server_port pg_backend_pid session_user current_user
`);

/** Volatile, and all they leave behind is a number used: as a value to be written they may stand, in a read they may not. */
const FRESH = words('gen_random_uuid uuidv4 uuidv7 random clock_timestamp nextval');

/** Harmless functions that return sets: with them one row of VALUES becomes several. */
export const RETURNING_SETS = words(`
  generate_series generate_subscripts unnest regexp_matches regexp_split_to_table string_to_table json_array_elements
  jsonb_array_elements json_array_elements_text jsonb_array_elements_text json_each jsonb_each json_each_text
  jsonb_each_text json_object_keys jsonb_object_keys jsonb_path_query
`);

export type FunctionClass = 'harmless' | 'moment' | 'asker' | 'fresh' | 'unknown';

/** @param path the parts of the name as the grammar gives them, schema first */
export function classOf(path: readonly string[]): FunctionClass {
  const name = path.length === 2 && path[0] === 'pg_catalog' ? path[1] : path.length === 1 ? path[0] : undefined;
  if (name === undefined) return 'unknown';
  if (HARMLESS.has(name)) return 'harmless';
  if (MOMENT.has(name)) return 'moment';
  if (ASKER.has(name)) return 'asker';
  return FRESH.has(name) ? 'fresh' : 'unknown';
}

/** The names that a read may call. */
export const CALLABLE_IN_A_READ: readonly string[] = [...HARMLESS, ...MOMENT, ...ASKER];

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}
