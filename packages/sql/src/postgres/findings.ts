/** What a part of a statement names and does, judged node by node; pure. */
import { isPureFunction, keepsRows } from './pure-functions.js';
import { type Fields, isFields, listOf, nameOf, pathOf, textOf } from './tree.js';

export interface Relation {
  readonly schema: string | null;
  readonly name: string;
}

/** Names that mean what they seem to mean only when the catalogue of the database agrees. */
export interface Names {
  readonly functions: ReadonlySet<string>;
  readonly operators: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  /** `t.f` may be a column, or the function `f` called with the row. */
  readonly fields: ReadonlySet<string>;
  /** `(x).f` may call any function of one argument. */
  readonly members: ReadonlySet<string>;
  readonly relations: readonly Relation[];
}

export interface Findings {
  readonly names: Names;
  /** Something in it writes, locks, or is not known to do neither. */
  readonly isPure: boolean;
  /** It calls a function that may change rows. */
  readonly callsUnknown: boolean;
}

/** Nodes that change nothing by themselves. What is not here counts as writing: a later grammar may know more. */
const HARMLESS = new Set(
  `SelectStmt ResTarget ColumnRef A_Star A_Const ParamRef A_Expr BoolExpr NullTest BooleanTest CaseExpr CaseWhen
   CoalesceExpr MinMaxExpr FuncCall TypeCast SubLink A_ArrayExpr A_Indirection A_Indices RowExpr RangeVar RangeSubselect
   RangeFunction JoinExpr SortBy WindowDef CommonTableExpr List String Integer Float Boolean CollateClause GroupingSet
   GroupingFunc SQLValueFunction ColumnDef NamedArgExpr XmlExpr XmlSerialize RangeTableFunc RangeTableFuncCol
   JsonFuncExpr JsonValueExpr JsonReturning JsonFormat JsonBehavior JsonOutput JsonArgument JsonKeyValue
   JsonObjectConstructor JsonArrayConstructor JsonArrayQueryConstructor JsonObjectAgg JsonArrayAgg JsonAggConstructor
   JsonIsPredicate JsonTable JsonTableColumn JsonTablePathSpec JsonParseExpr JsonScalarExpr JsonSerializeExpr
   DefElem DeclareCursorStmt CopyStmt ExplainStmt VariableShowStmt`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Judges trees together. */
export function inspect(trees: readonly unknown[]): Findings {
  const finder = new Finder();
  for (const tree of trees) finder.visit(tree);
  return finder;
}

/** True when nothing in the tree writes or locks, as far as its names mean what they seem to mean. */
export function isPure(tree: unknown): boolean {
  return inspect([tree]).isPure;
}

export function containsSubquery(tree: unknown): boolean {
  if (Array.isArray(tree)) return tree.some(containsSubquery);
  if (!isFields(tree)) return false;
  return Object.entries(tree).some(
    ([key, value]) => key === 'SubLink' || key === 'SelectStmt' || containsSubquery(value),
  );
}

class Finder implements Findings {
  isPure = true;
  callsUnknown = false;
  readonly #functions = new Set<string>();
  readonly #operators = new Set<string>();
  readonly #types = new Set<string>();
  readonly #fields = new Set<string>();
  readonly #members = new Set<string>();
  readonly #relations = new Map<string, Relation>();

  get names(): Names {
    return {
      functions: this.#functions,
      operators: this.#operators,
      types: this.#types,
      fields: this.#fields,
      members: this.#members,
      relations: [...this.#relations.values()],
    };
  }

  visit(tree: unknown): void {
    if (Array.isArray(tree)) for (const item of tree) this.visit(item);
    else if (isFields(tree)) for (const [name, value] of Object.entries(tree)) this.#part(name, value);
  }

  #part(name: string, value: unknown): void {
    if (/^[A-Z]/.test(name)) this.#node(name, isFields(value) ? value : {});
    else if (name === 'intoClause') this.isPure = false;
    else if (name === 'typeName' && isFields(value)) this.#type(value);
    else if (name === 'relation' && isFields(value)) this.#relation(value);
    else if (name === 'useOp' || name === 'operName') this.#operator(value);
    else if (name === 'usingClause' || name === 'isNatural') this.#operators.add('=');
    this.visit(value);
  }

  #node(kind: string, fields: Fields): void {
    if (!HARMLESS.has(kind)) this.isPure = false;
    if (kind === 'FuncCall') this.#call(pathOf(fields.funcname));
    if (kind.startsWith('Json')) this.#makesJson();
    if (kind === 'A_Expr') this.#operator(fields.name, textOf(fields.kind));
    if (kind === 'CaseExpr' || kind === 'SubLink') this.#operators.add('=');
    if (kind === 'RangeVar') this.#relation(fields);
    if (kind === 'ColumnRef') addNames(this.#fields, listOf(fields.fields).slice(1));
    if (kind === 'A_Indirection') addNames(this.#members, listOf(fields.indirection));
  }

  #call(path: readonly string[]): void {
    if (!isPureFunction(path)) this.isPure = false;
    if (!keepsRows(path)) this.callsUnknown = true;
    if (path.length === 1) this.#functions.add(path[0] ?? '');
    if (path.at(-1)?.includes('json')) this.#makesJson();
  }

  /** A value becomes JSON by a cast that a user has made for its type. */
  #makesJson(): void {
    for (const type of ['json', 'jsonb']) this.#types.add(type);
  }

  #operator(name: unknown, kind: string | null = null): void {
    const path = pathOf(name);
    if (path.length === 0 || kind?.includes('BETWEEN')) {
      for (const operator of ['<', '<=', '>', '>=']) this.#operators.add(operator);
    } else if (path.length === 1) {
      this.#operators.add(path[0] ?? '');
    } else if (path[0] !== 'pg_catalog') {
      this.#mayCallAnything();
    }
  }

  #mayCallAnything(): void {
    this.isPure = false;
    this.callsUnknown = true;
  }

  #type({ names, pct_type: ofColumn }: Fields): void {
    if (ofColumn) this.#mayCallAnything();
    const name = pathOf(names).at(-1);
    if (name) this.#types.add(name);
  }

  #relation({ catalogname, schemaname, relname }: Fields): void {
    if (catalogname !== undefined) this.isPure = false;
    const relation = { schema: textOf(schemaname), name: textOf(relname) ?? '' };
    this.#relations.set(JSON.stringify(relation), relation);
  }
}

function addNames(names: Set<string>, parts: readonly unknown[]): void {
  for (const part of parts) {
    const name = nameOf(part);
    if (name !== '') names.add(name);
  }
}
