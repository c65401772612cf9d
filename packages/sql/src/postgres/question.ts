/** The parts of which questions to the catalogue of a database are made. */

/** A question to the catalogue of the database. */
export interface Question {
  readonly text: string;
  readonly values: readonly (string | null | readonly (string | null)[])[];
}

/** The server brings every object with a lower number, in any schema. */
export const FIRST_OWN = '16384::oid';
const ofExtension = (catalogue: string, oid: string) =>
  `EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${catalogue}'::regclass AND d.objid = ${oid} AND d.deptype = 'e')`;
/** Made by a user of the database; extensions are installed by its administrator. */
export const own = (catalogue: string, oid: string) =>
  `(${oid} >= ${FIRST_OWN} AND NOT ${ofExtension(catalogue, oid)})`;

/** A function of an extension is one too if it may do anything in SQL or in another procedural language. */
const OWN = `p.oid >= ${FIRST_OWN} AND NOT (${ofExtension('pg_proc', 'p.oid')}
  AND (p.provolatile <> 'v' OR l.lanname = 'c' OR l.lanname = 'internal'))`;
const PROCEDURES = 'pg_proc p JOIN pg_language l ON l.oid = p.prolang';
/** The functions `p`, their languages `l`, and `is_own`. */
export const WITH_OWN = `${PROCEDURES} CROSS JOIN LATERAL (SELECT ${OWN} AS is_own) AS judged`;

/** Qualifies operators, types, and what begins with `pg_`: nothing on the search path is called. */
export function builtIn(sql: string): string {
  return sql
    .replace(/ (=|<>|\|\||>=|<=|<|-|&|\+) /g, ' OPERATOR(pg_catalog.$1) ')
    .replace(/::("char"|[a-z]+)/g, '::pg_catalog.$1')
    .replace(/\bpg_(?!catalog\b)/g, 'pg_catalog.pg_');
}
