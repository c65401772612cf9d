import type { Relation, Schema } from './relations.js';
import { everyNode, fieldsOf, inside, isTree, list, stringOf, type Tree } from './tree.js';

/** One access of a statement to rows of a table or view that belong to organizations. */
export interface Reach {
  readonly verb: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';
  readonly relation: string;
  /** The organization's column is compared with, or filled from, a value that the statement was given. */
  readonly carries: boolean;
}

/** The columns of rows by name: whether each holds an organization that was given. */
type Columns = ReadonlyMap<string, boolean>;

/** A source that a FROM clause provides under an alias. */
type Source =
  | { readonly alias: string; readonly table: Relation; reached: boolean }
  | { readonly alias: string; readonly rows: Columns | 'given' };

interface Scope {
  readonly sources: Source[];
  readonly outer: Scope | null;
}

const VERBS: Readonly<Record<string, Exclude<Reach['verb'], 'SELECT'>>> = {
  InsertStmt: 'INSERT',
  UpdateStmt: 'UPDATE',
  DeleteStmt: 'DELETE',
};

/**
 * Reads one statement and reports for each table or view with rows of organizations whether the statement carries the
 * organization there. A value is given if it is a parameter of the statement, a variable of the function, a column of
 * the row that fires a trigger or of rows unfolded from a parameter, or the organization's column of a row that was
 * itself reached with one. Conditions count if they are joined by AND; those of an outer join count for the side they
 * choose.
 */
export class Carrying {
  readonly reaches: Reach[] = [];

  constructor(
    private readonly schema: Schema,
    /** Parameters and variables of the function the statement stands in. */
    private readonly variables: ReadonlySet<string> = new Set(),
    /** True for the SELECT of a view, whose reader names the organization. */
    private readonly ofView = false,
  ) {}

  /** @param node `{ SelectStmt: … }` or another statement */
  read(node: unknown): void {
    this.statement(node, new Map(), null);
  }

  private statement(node: unknown, ctes: ReadonlyMap<string, Columns>, outer: Scope | null): Columns {
    if (!isTree(node)) return new Map();
    const [kind = '', body] = Object.entries(node)[0] ?? [];
    if (!isTree(body)) return new Map();
    if (kind === 'SelectStmt') return this.select(body, ctes, outer);
    const verb = VERBS[kind];
    return verb ? this.write(verb, body, ctes, outer) : new Map();
  }

  private withTables(body: Tree, ctes: ReadonlyMap<string, Columns>, outer: Scope | null): Map<string, Columns> {
    const known = new Map(ctes);
    for (const entry of list(inside(body, 'withClause', 'ctes'))) {
      const cte = inside(entry, 'CommonTableExpr');
      const name = String(inside(cte, 'ctename'));
      const names = list(inside(cte, 'aliascolnames')).map(stringOf);
      // A recursive query reads itself: its first half defines its columns.
      if (inside(body, 'withClause', 'recursive')) known.set(name, new Map(names.map((column) => [column, true])));
      const columns = [...this.statement(inside(cte, 'ctequery'), known, outer)];
      known.set(name, new Map(columns.map(([column, given], index) => [names[index] ?? column, given])));
    }
    return known;
  }

  private select(body: Tree, ctes: ReadonlyMap<string, Columns>, outer: Scope | null): Columns {
    const known = this.withTables(body, ctes, outer);
    if (body.op !== undefined && body.op !== 'SETOP_NONE') {
      const left = this.select(body.larg as Tree, known, outer);
      const right = [...this.select(body.rarg as Tree, known, outer).values()];
      return new Map([...left].map(([name, given], index) => [name, given && right[index] === true]));
    }
    const scope: Scope = { sources: [], outer };
    this.from(list(body.fromClause), body.whereClause, known, scope, []);
    for (const part of ['targetList', 'havingClause', 'valuesLists', 'sortClause', 'limitCount'])
      this.subQueries(body[part], known, scope);
    if (body.valuesLists) return this.values(list(body.valuesLists), scope);
    return this.targets(list(body.targetList), scope);
  }

  private write(
    verb: Exclude<Reach['verb'], 'SELECT'>,
    body: Tree,
    ctes: ReadonlyMap<string, Columns>,
    outer: Scope | null,
  ): Columns {
    const known = this.withTables(body, ctes, outer);
    const target = body.relation as Tree;
    const scope: Scope = { sources: [], outer };
    if (verb === 'INSERT') {
      const rows = [...this.statement(body.selectStmt, known, outer).values()];
      const table = this.schema.relations.get(String(target.relname));
      const names = list(body.cols).map((one) => String(inside(one, 'ResTarget', 'name')));
      const at = (names.length > 0 ? names : [...(table?.columns ?? [])]).indexOf(table?.organizationColumn ?? '');
      if (table?.organizationColumn) this.note(verb, table.name, rows[at] === true);
      this.addTable(target, known, scope);
      for (const source of scope.sources) if ('table' in source) source.reached = rows[at] === true;
    } else {
      const joined = list(body.fromClause ?? body.usingClause);
      this.from([{ RangeVar: target }, ...joined], body.whereClause, known, scope, [String(target.relname)], verb);
    }
    for (const part of ['targetList', 'onConflictClause', 'returningList', 'returningClause'])
      this.subQueries(body[part], known, scope);
    return this.targets(list(body.returningList ?? inside(body, 'returningClause', 'exprs')), scope);
  }

  /**
   * Finds the sources and the equalities between columns, then reads the sub-queries, which may refer to other sources.
   */
  private from(
    items: readonly unknown[],
    where: unknown,
    ctes: ReadonlyMap<string, Columns>,
    scope: Scope,
    written: readonly string[],
    verb?: Reach['verb'],
  ): void {
    const later: { node: Tree; alias: string; index: number }[] = [];
    const conditions: { node: unknown; chooses: ReadonlySet<string> | null }[] = conjunctsOf(where).map((node) => ({
      node,
      chooses: null,
    }));
    const add = (item: unknown): string[] => {
      const join = inside(item, 'JoinExpr') as Tree | undefined;
      if (join) {
        const [left, right] = [add(join.larg), add(join.rarg)];
        const side = { JOIN_LEFT: right, JOIN_RIGHT: left, JOIN_FULL: [] }[String(join.jointype)];
        const chooses = side ? new Set(side) : null;
        conditions.push(...conjunctsOf(join.quals).map((node) => ({ node, chooses })));
        return [...left, ...right];
      }
      const table = inside(item, 'RangeVar') as Tree | undefined;
      if (table) return [this.addTable(table, ctes, scope)];
      const query = inside(item, 'RangeSubselect') as Tree | undefined;
      const named = query ?? (inside(item, 'RangeFunction') as Tree | undefined);
      const alias = String(inside(named, 'alias', 'aliasname') ?? '');
      if (query) later.push({ node: query, alias, index: scope.sources.length });
      scope.sources.push({ alias, rows: query ? new Map() : unfolded(named) });
      return [alias];
    };
    for (const item of items) add(item);
    this.settle(scope, conditions);
    for (const { node, alias, index } of later) {
      const names = list(inside(node, 'alias', 'colnames')).map(stringOf);
      const columns = [...this.statement(node.subquery, ctes, scope)];
      const rows = new Map(columns.map(([column, given], at) => [names[at] ?? column, given]));
      scope.sources[index] = { alias, rows };
      this.settle(scope, conditions);
    }
    for (const [index, source] of scope.sources.entries()) {
      if (!('table' in source) || !source.table.organizationColumn) continue;
      const isTarget = index === 0 && written.includes(source.table.name);
      this.note(isTarget && verb ? verb : 'SELECT', source.table.name, source.reached);
    }
    for (const { node } of conditions) this.subQueries(node, ctes, scope);
  }

  private addTable(variable: Tree, ctes: ReadonlyMap<string, Columns>, scope: Scope): string {
    const name = String(variable.relname);
    const alias = String(inside(variable, 'alias', 'aliasname') ?? name);
    const cte = variable.schemaname === undefined ? ctes.get(name) : undefined;
    const table = cte ? undefined : this.schema.relations.get(name);
    if (table) {
      const isFirstOfView = this.ofView && scope.outer === null && scope.sources.length === 0;
      scope.sources.push({ alias, table, reached: isFirstOfView });
    } else scope.sources.push({ alias, rows: cte ?? new Map() });
    return alias;
  }

  /** Repeats until no further table is reached: one may be reached through another. */
  private settle(scope: Scope, conditions: readonly { node: unknown; chooses: ReadonlySet<string> | null }[]): void {
    for (let found = true; found; ) {
      found = false;
      for (const { node, chooses } of conditions) {
        for (const [column, value] of comparisonsIn(node)) {
          const source = this.tableOf(column, scope);
          if (!source || source.reached || (chooses && !chooses.has(source.alias))) continue;
          if (!this.isGiven(value, scope)) continue;
          source.reached = true;
          found = true;
        }
      }
    }
  }

  /** Returns the table of this FROM clause whose organization the column is. */
  private tableOf(column: unknown, scope: Scope): Extract<Source, { table: Relation }> | null {
    const fields = fieldsOf(column);
    const [qualifier, name] = fields.length > 1 ? fields.slice(-2) : [null, fields[0]];
    for (const source of scope.sources) {
      if (!('table' in source) || source.table.organizationColumn !== name) continue;
      if (qualifier === null || qualifier === source.alias) return source;
    }
    return null;
  }

  private isGiven(node: unknown, scope: Scope | null): boolean {
    if (inside(node, 'ParamRef')) return true;
    const cast = inside(node, 'TypeCast', 'arg');
    if (cast) return this.isGiven(cast, scope);
    const element = inside(node, 'A_Indirection', 'arg');
    if (element) return this.isGiven(element, scope);
    const query = inside(node, 'SubLink');
    if (query) return [...new Carrying(this.schema, this.variables).columnsOf(inside(query, 'subselect'))][0] === true;
    const array = inside(node, 'A_ArrayExpr', 'elements');
    if (array) return list(array).length > 0 && list(array).every((one) => this.isGiven(one, scope));
    const fields = fieldsOf(node);
    if (fields.length === 0) return false;
    const [qualifier, name] = fields.length > 1 ? fields.slice(-2) : [null, fields[0] ?? ''];
    for (let at = scope; at; at = at.outer) {
      for (const source of at.sources) {
        if (qualifier !== null && qualifier !== source.alias) continue;
        const given = columnOf(source, name ?? '');
        if (given !== undefined) return given;
      }
    }
    return this.variables.has((qualifier ?? name ?? '').toLowerCase());
  }

  private columnsOf(node: unknown): boolean[] {
    return [...this.statement(node, new Map(), null).values()];
  }

  private targets(targets: readonly unknown[], scope: Scope): Columns {
    const columns = new Map<string, boolean>();
    for (const target of targets) {
      const value = inside(target, 'ResTarget', 'val');
      const fields = fieldsOf(value);
      if (fields.at(-1) === '*') {
        for (const source of scope.sources) {
          if (fields.length > 1 && fields.at(-2) !== source.alias) continue;
          for (const [name, given] of allOf(source)) columns.set(name, given);
        }
      } else {
        const name = String(inside(target, 'ResTarget', 'name') ?? fields.at(-1) ?? `column ${columns.size}`);
        columns.set(name, this.isGiven(value, scope));
      }
    }
    return columns;
  }

  private values(rows: readonly unknown[], scope: Scope): Columns {
    const given = rows.map((row) => list(inside(row, 'List', 'items')).map((value) => this.isGiven(value, scope)));
    return new Map((given[0] ?? []).map((_, index) => [`column${index + 1}`, given.every((row) => row[index])]));
  }

  /** Reads sub-queries in expressions; those in FROM are read with it. */
  private subQueries(node: unknown, ctes: ReadonlyMap<string, Columns>, scope: Scope): void {
    if (Array.isArray(node)) for (const one of node) this.subQueries(one, ctes, scope);
    if (!isTree(node)) return;
    for (const [kind, value] of Object.entries(node)) {
      if (kind === 'SubLink') {
        this.statement(inside(value, 'subselect'), ctes, scope);
        this.subQueries(inside(value, 'testexpr'), ctes, scope);
      } else this.subQueries(value, ctes, scope);
    }
  }

  private note(verb: Reach['verb'], relation: string, carries: boolean): void {
    this.reaches.push({ verb, relation, carries });
  }
}

/** Returns what a function returns for parameters, with the names of its columns if the statement gives them. */
function unfolded(rangeFunction: unknown): Columns | 'given' {
  const defined = list(inside(rangeFunction, 'coldeflist')).map((one) => String(inside(one, 'ColumnDef', 'colname')));
  const names = defined.length > 0 ? defined : list(inside(rangeFunction, 'alias', 'colnames')).map(stringOf);
  return names.length > 0 ? new Map(names.map((name) => [name, true])) : 'given';
}

function columnOf(source: Source, name: string): boolean | undefined {
  if ('table' in source) {
    if (!source.table.columns.includes(name)) return undefined;
    return source.reached && source.table.organizationColumn === name;
  }
  return source.rows === 'given' ? true : source.rows.get(name);
}

function allOf(source: Source): (readonly [string, boolean])[] {
  if ('table' in source) return source.table.columns.map((name) => [name, columnOf(source, name) === true] as const);
  return source.rows === 'given' ? [] : [...source.rows];
}

function conjunctsOf(node: unknown): unknown[] {
  if (inside(node, 'BoolExpr', 'boolop') !== 'AND_EXPR') return node === undefined ? [] : [node];
  return list(inside(node, 'BoolExpr', 'args')).flatMap(conjunctsOf);
}

/** Pairs that a condition makes equal, each both ways round: `=`, `= ANY`, `IN` with one value, and rows of those. */
function comparisonsIn(node: unknown): [unknown, unknown][] {
  const { kind, name, lexpr, rexpr } = (inside(node, 'A_Expr') ?? {}) as Tree;
  if (!list(name).some((one) => stringOf(one) === '=')) return [];
  const [left, right] = [lexpr, rexpr].map((side) => list(inside(side, 'RowExpr', 'args')));
  if (left && right && left.length > 0 && left.length === right.length)
    return left.flatMap((one, index) => bothWays(one, right[index]));
  if (kind === 'AEXPR_OP') return bothWays(lexpr, rexpr);
  if (kind === 'AEXPR_OP_ANY') return [[lexpr, rexpr]];
  return kind === 'AEXPR_IN' ? [[lexpr, { A_ArrayExpr: { elements: inside(rexpr, 'List', 'items') } }]] : [];
}

const bothWays = (one: unknown, other: unknown): [unknown, unknown][] => [
  [one, other],
  [other, one],
];

/** The names of the functions that a statement calls. */
export const callsIn = (node: unknown): string[] =>
  everyNode(node, 'FuncCall').map(({ funcname }) => stringOf(list(funcname).at(-1)));
