import type { Names } from '#sql/postgres/findings';
import { NotParsed } from '#sql/postgres/grammar';
import { type Catalogue, objectionTo } from '#sql/postgres/proof';
import { isBuiltInType } from '#sql/postgres/types';
import type { AgentConnection } from '../../../connector.js';
import { NotCapturable } from '../../../rows/call/payload.js';
import type { OwnConnection } from '../../../rows/dialect.js';
import type { Session } from '../../../rows/table/session.js';
import { namesakes } from '../../server/agent-connection.js';
import { parse } from '../parser.js';

/**
 * The client's report about bare names. `differ`: they are looked for in other schemas than here, or in temporary
 * tables first. `untold`: it reports nothing.
 */
export type BareNames = 'as here' | 'differ' | 'untold';

/** @param own the schemas in which the credential's session looks for them; null when the client reports nothing */
export function bareNames(own: OwnConnection | null, reported: AgentConnection | undefined): BareNames {
  if (own === null || reported === undefined) return 'untold';
  return JSON.stringify(own.path) === JSON.stringify(reported.path) ? 'as here' : 'differ';
}

const FIND_RELATION = `
  SELECT c.relkind, (c.relrowsecurity OR c.relhasrules)::text,
         (n.nspname IN ('pg_catalog', 'information_schema'))::text
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
     AND CASE WHEN $2::text IS NULL THEN pg_catalog.pg_table_is_visible(c.oid) ELSE n.nspname = $2 END`;

/**
 * Checks in the database that the names of a statement have their usual meaning: a view, a function called like a
 * built-in one or a type with checks may run anything.
 * @param use a condition that is to run with the operator's rights reads no system tables
 * @throws NotCapturable
 */
export async function requireHarmlessNames(
  session: Session,
  names: Names,
  use: 'read' | 'condition',
  bare: BareNames = 'as here',
): Promise<void> {
  for (const [label, path] of names.types)
    if (bare === 'differ' && path.length === 1 && !isBuiltInType(path)) throw mayDiffer(label);
  for (const { schema, name } of names.relations.values()) {
    if (schema === null && bare !== 'as here') await requireOneMeaning(session, name, names, bare);
    const [found] = await session.rows(FIND_RELATION, [name, schema], 'usual');
    if (found === undefined && schema === null && names.queries.has(name)) continue;
    const [kind, hooked, system] = found ?? [];
    const label = schema === null ? name : `${schema}.${name}`;
    if (found === undefined) throw new NotCapturable(`there is no relation ${label}`);
    if (system === 'true' && use === 'read') continue;
    if (system === 'true') throw new NotCapturable(`its condition reads the system table ${label}`);
    if (!['r', 'p', 'm', 'S'].includes(kind ?? ''))
      throw new NotCapturable(`${label} is no table: it may call anything`);
    if (hooked === 'true') throw new NotCapturable(`${label} has rules or row security, which may call anything`);
  }
  const terms = { isWrite: use === 'condition', anywhere: bare === 'differ' };
  const objection = await objectionTo(names, catalogueOf(session), terms);
  if (objection !== null) throw new NotCapturable(objection);
}

/** @throws NotCapturable when the bare name of a relation may be another one on the agent's connection */
async function requireOneMeaning(session: Session, name: string, names: Names, bare: BareNames): Promise<void> {
  const schemas = await namesakes(session, name);
  const isQuery = names.queries.has(name) && schemas.length === 0;
  if (!isQuery && (bare === 'differ' || schemas.length > 1)) throw mayDiffer(name);
}

const mayDiffer = (name: string) =>
  new NotCapturable(`the bare name ${name} may mean another thing on the agent's connection; name its schema`);

function catalogueOf(session: Session): Catalogue {
  return {
    ask: ({ text, values }) => session.rows(text, values, 'usual, same plan'),
    treesOf: async (sql) => {
      try {
        return (await parse(sql)).statements;
      } catch (error) {
        if (error instanceof NotParsed) return null;
        throw error;
      }
    },
  };
}
