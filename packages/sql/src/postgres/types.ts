/** Built-in types, by the names the grammar gives them; imports nothing. A cast to them runs no code of a user. */
const BUILT_IN = new Set(
  `bool boolean int2 int4 int8 smallint integer bigint float4 float8 numeric decimal real money text varchar bpchar char
   name bytea uuid json jsonb jsonpath xml date time timetz timestamp timestamptz interval inet cidr macaddr macaddr8 bit
   varbit point line lseg box path polygon circle tsvector tsquery oid regclass regtype regproc regnamespace regrole
   int4range int8range numrange tsrange tstzrange daterange record unknown`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** @param path the parts of the name, schema first */
export function isBuiltInType(path: readonly string[]): boolean {
  const name = path.length === 2 && path[0] === 'pg_catalog' ? path[1] : path.length === 1 ? path[0] : undefined;
  return name !== undefined && BUILT_IN.has(name);
}
