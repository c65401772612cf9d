import { parse, parsePlPgSQL } from 'libpg-query';

/** The access of a statement to a table or view: `lock` is a SELECT with FOR UPDATE or a weaker lock. */
export type Access = 'read' | 'lock' | 'write';

export interface Use {
  readonly access: Access;
  /** A table or a view. */
  readonly relation: string;
}

type Tree = Readonly<Record<string, unknown>>;
type Names = ReadonlySet<string>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const inside = (value: unknown, key: string): unknown => (isTree(value) ? value[key] : undefined);

/** Catalogues of PostgreSQL belong to no module. */
const isCatalogue = (schema: unknown, name: string) => schema === 'information_schema' || name.startsWith('pg_');

/** Statements whose first relation changes. */
const WRITERS = new Set([
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
  'MergeStmt',
  'CreateStmt',
  'AlterTableStmt',
  'IndexStmt',
]);

/**
 * The tables and views that the statements of a text use, without common table expressions.
 * @throws SqlError on a text that PostgreSQL could not parse
 */
export function usesOf(text: string): Promise<readonly Use[]> {
  const uses = known.get(text) ?? read(text);
  known.set(text, uses);
  return uses;
}

/** The same views are read for each planted breach. */
const known = new Map<string, Promise<readonly Use[]>>();

async function read(text: string): Promise<Use[]> {
  const uses: Use[] = [];
  for (const { stmt } of (await parse(text)).stmts ?? []) walk(stmt, new Set(), uses);
  return uses;
}

export interface RoutineUses {
  /** Their types; one may be that of a row. */
  readonly parameters: readonly Use[];
  readonly body: readonly Use[];
  /** It executes statements that are known only at run time. */
  readonly isDynamic: boolean;
}

/** Returns the same for a function, whose text is its CREATE statement. */
export async function usesOfRoutine(text: string): Promise<RoutineUses> {
  const statement = inside(inside((await parse(text)).stmts?.[0], 'stmt'), 'CreateFunctionStmt');
  const option = (name: string) =>
    list(inside(statement, 'options'))
      .map((one) => inside(one, 'DefElem'))
      .find((one) => inside(one, 'defname') === name);
  const parameters = list(inside(statement, 'parameters')).map((parameter): Use => {
    const names = list(inside(inside(inside(parameter, 'FunctionParameter'), 'argType'), 'names'));
    return { access: 'read', relation: stringOf(names.at(-1)) };
  });
  const language = stringOf(inside(option('language'), 'arg'));
  const written = list(inside(inside(inside(option('as'), 'arg'), 'List'), 'items')).map(stringOf);
  const program = language === 'plpgsql' ? await parsePlPgSQL(text) : null;
  const texts = program ? expressionsIn(program) : written;
  const body: Use[] = [];
  walk(inside(statement, 'sql_body'), new Set(), body);
  for (const one of texts) body.push(...(await usesOf(one)));
  return { parameters, body, isDynamic: /"(PLpgSQL_stmt_dyn\w+|dynquery)":/.test(JSON.stringify(program)) };
}

const stringOf = (node: unknown): string => String(inside(inside(node, 'String'), 'sval') ?? '');

/** `parseMode` 0 is a statement, 2 an expression, and more an assignment of one. */
export function expressionsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(expressionsIn);
  if (!isTree(node)) return [];
  const { query, parseMode } = (isTree(node.PLpgSQL_expr) ? node.PLpgSQL_expr : {}) as {
    query?: string;
    parseMode?: number;
  };
  if (query === undefined) return Object.values(node).flatMap(expressionsIn);
  return [(parseMode ?? 0) === 0 ? query : `SELECT ${parseMode === 2 ? query : query.replace(/^[^=]*:?=/, '')}`];
}

function walk(node: unknown, own: Names, uses: Use[]): void {
  if (Array.isArray(node)) for (const one of node) walk(one, own, uses);
  if (!isTree(node)) return;
  for (const [kind, value] of Object.entries(node)) {
    if (kind === 'RangeVar') note('read', value, own, uses);
    else if (kind === 'CreateTrigStmt' || kind === 'LockingClause') continue;
    // Named by a statement that is no query: COPY, CREATE TABLE AS.
    else if (isTree(value) && 'relname' in value) note('write', value, new Set(), uses);
    else if (isTree(value)) walkStatement(kind, value, own, uses);
    else walk(value, own, uses);
  }
}

function walkStatement(kind: string, statement: Tree, outer: Names, uses: Use[]): void {
  const own = new Set(outer);
  for (const entry of list(inside(statement.withClause, 'ctes'))) {
    const cte = inside(entry, 'CommonTableExpr');
    const name = String(inside(cte, 'ctename'));
    const recursive = inside(statement.withClause, 'recursive') === true;
    if (recursive) own.add(name);
    walk(inside(cte, 'ctequery'), own, uses);
    own.add(name);
  }
  const { withClause: _, ...rest } = statement;
  if (WRITERS.has(kind) && rest.relation) {
    note('write', rest.relation, new Set(), uses);
    walk({ ...rest, relation: undefined }, own, uses);
  } else if (kind === 'ViewStmt') walk({ ...rest, view: undefined }, own, uses);
  else if (kind === 'TruncateStmt' || kind === 'LockStmt') {
    for (const relation of list(rest.relations)) note('write', inside(relation, 'RangeVar'), own, uses);
  } else {
    if (rest.lockingClause) for (const locked of lockedBy(rest)) note('lock', locked, own, uses);
    walk(rest, own, uses);
  }
}

/** Returns the relations of a SELECT whose rows its FOR UPDATE, or a weaker lock, holds. */
function lockedBy(select: Tree): unknown[] {
  const relations = relationsIn(select.fromClause);
  return list(select.lockingClause).flatMap((clause) => {
    const named = list(inside(inside(clause, 'LockingClause'), 'lockedRels')).map((one) =>
      inside(inside(one, 'RangeVar'), 'relname'),
    );
    return relations.filter((relation) => {
      const name = inside(inside(relation, 'alias'), 'aliasname') ?? inside(relation, 'relname');
      return named.length === 0 || named.includes(name);
    });
  });
}

function relationsIn(from: unknown): unknown[] {
  return list(from).flatMap((item) => {
    const join = inside(item, 'JoinExpr');
    if (join) return relationsIn([inside(join, 'larg'), inside(join, 'rarg')]);
    return inside(item, 'RangeVar') ?? [];
  });
}

function note(access: Access, variable: unknown, own: Names, uses: Use[]): void {
  const relation = String(inside(variable, 'relname'));
  const schema = inside(variable, 'schemaname');
  if (isCatalogue(schema, relation) || (schema === undefined && own.has(relation))) return;
  uses.push({ access, relation });
}
