/** Judges the names and the effects of a part of a statement node by node; pure. */
import { wordSet } from '../word-set.js';
import { classOf, type FunctionClass } from './functions.js';
import { type Fields, isFields, listOf, nameOf, pathOf, textOf } from './tree.js';

export interface Relation {
  readonly schema: string | null;
  readonly name: string;
}

/** Names that have their usual meaning only if the catalogue of the database agrees. */
export interface Names {
  /** Functions that are called without a schema. */
  readonly functions: ReadonlySet<string>;
  readonly operators: ReadonlySet<string>;
  /** The types by their text; each is a path, schema first. */
  readonly types: ReadonlyMap<string, readonly string[]>;
  /** `t.f` may be a column, or the function `f` called with the row. */
  readonly fields: ReadonlySet<string>;
  /** `(x).f` may call any function of one argument. */
  readonly members: ReadonlySet<string>;
  readonly relations: ReadonlyMap<string, Relation>;
  /** Names of WITH queries, which look like relations. */
  readonly queries: ReadonlySet<string>;
}

export interface Findings {
  readonly names: Names;
  /** The last names of all functions that it calls. */
  readonly calls: ReadonlySet<string>;
  /** The reason why it is no read; null when nothing in it writes, locks or calls an unknown function. */
  readonly objection: string | null;
  /** It calls a function or an operator that may change rows. */
  readonly callsUnknown: boolean;
  /** Its result depends on the moment it runs. */
  readonly moment: boolean;
  /** Its result depends on who runs it. */
  readonly asker: boolean;
  /** Its result is new each time: it cannot be known before. */
  readonly fresh: boolean;
}

/**
 * The use that a statement is judged for. `own read`: the session that has sent the statement runs it. `read`: another
 * session may run it as well, and gets the same result. `values`: another session may run it too, and its result is
 * written, so that new values may stand in it.
 */
export type Use = 'own read' | 'read' | 'values';

const PASSES: Readonly<Record<Use, readonly FunctionClass[]>> = {
  'own read': ['harmless', 'moment', 'asker', 'fresh', 'state', 'extension'],
  read: ['harmless', 'moment', 'asker'],
  values: ['harmless', 'moment', 'asker', 'fresh', 'number'],
};
const NEW: readonly FunctionClass[] = ['fresh', 'number'];

/** Nodes that change nothing by themselves. Every other node is an objection, because a later grammar may know more. */
const HARMLESS = wordSet(`
  SelectStmt ResTarget ColumnRef A_Star A_Const ParamRef A_Expr BoolExpr NullTest BooleanTest CaseExpr CaseWhen
  CoalesceExpr MinMaxExpr FuncCall TypeCast SubLink A_ArrayExpr A_Indirection A_Indices RowExpr RangeVar RangeSubselect
  RangeFunction JoinExpr SortBy WindowDef CommonTableExpr List String Integer Float Boolean CollateClause GroupingSet
  GroupingFunc SQLValueFunction ColumnDef SetToDefault MultiAssignRef NamedArgExpr IndexElem
`);

/** Nodes that change nothing in a session's own read either. */
const HARMLESS_FOR_ITSELF = wordSet(`
  XmlExpr XmlSerialize RangeTableFunc RangeTableFuncCol JsonFuncExpr JsonValueExpr JsonReturning JsonFormat JsonBehavior
  JsonOutput JsonArgument JsonKeyValue JsonObjectConstructor JsonArrayConstructor JsonArrayQueryConstructor JsonObjectAgg
  JsonArrayAgg JsonAggConstructor JsonIsPredicate JsonTable JsonTableColumn JsonTablePathSpec JsonParseExpr JsonScalarExpr
  JsonSerializeExpr DefElem DeclareCursorStmt CopyStmt ExplainStmt VariableShowStmt
`);

const OBJECTIONS: Readonly<Record<string, string>> = {
  InsertStmt: 'it holds an INSERT',
  UpdateStmt: 'it holds an UPDATE',
  DeleteStmt: 'it holds a DELETE',
  MergeStmt: 'it holds a MERGE',
  LockingClause: 'it locks rows (FOR UPDATE, FOR SHARE)',
  CurrentOfExpr: 'its rows are those of a cursor',
  RangeTableSample: 'it reads a random sample of rows',
};

/** Judges trees together. */
export function inspect(trees: readonly unknown[], use: Use): Findings {
  const finder = new Finder(use);
  for (const tree of trees) finder.visit(tree);
  return finder;
}

/** True if nothing in the tree writes or locks, provided that the catalogue confirms the meaning of its names. */
export const isPure = (tree: unknown): boolean => inspect([tree], 'own read').objection === null;

export function containsSubquery(tree: unknown): boolean {
  if (Array.isArray(tree)) return tree.some(containsSubquery);
  if (!isFields(tree)) return false;
  return Object.entries(tree).some(
    ([key, value]) => key === 'SubLink' || key === 'SelectStmt' || containsSubquery(value),
  );
}

class Finder implements Findings {
  readonly names = {
    functions: new Set<string>(),
    operators: new Set<string>(),
    types: new Map<string, readonly string[]>(),
    fields: new Set<string>(),
    members: new Set<string>(),
    relations: new Map<string, Relation>(),
    queries: new Set<string>(),
  };
  readonly calls = new Set<string>();
  objection: string | null = null;
  callsUnknown = false;
  moment = false;
  asker = false;
  fresh = false;

  constructor(private readonly use: Use) {}

  visit(tree: unknown): void {
    if (Array.isArray(tree)) for (const item of tree) this.visit(item);
    else if (isFields(tree)) for (const [name, value] of Object.entries(tree)) this.#part(name, value);
  }

  #part(name: string, value: unknown): void {
    if (/^[A-Z]/.test(name)) this.#node(name, isFields(value) ? value : {});
    else if (name === 'intoClause') this.#object('it makes a table (SELECT … INTO)');
    else if (name === 'typeName' && isFields(value)) this.#type(value);
    else if (name === 'relation' && isFields(value)) this.#relation(value);
    else if (name === 'useOp' || name === 'operName') this.#operator(value);
    else if (name === 'usingClause' || name === 'isNatural') this.names.operators.add('=');
    else if (name === 'ctename') this.names.queries.add(textOf(value) ?? '');
    this.visit(value);
  }

  #node(kind: string, fields: Fields): void {
    if (!HARMLESS.has(kind) && !(this.use === 'own read' && HARMLESS_FOR_ITSELF.has(kind)))
      this.#object(OBJECTIONS[kind] ?? `it holds ${kind}, which is not known to be harmless`);
    if (kind === 'FuncCall') this.#call(pathOf(fields.funcname));
    if (kind.startsWith('Json')) this.#makesJson();
    if (kind === 'A_Expr') this.#operator(fields.name, textOf(fields.kind));
    if (kind === 'CaseExpr' || kind === 'SubLink') this.names.operators.add('=');
    if (kind === 'RangeVar') this.#relation(fields);
    if (kind === 'ColumnRef') addNames(this.names.fields, listOf(fields.fields).slice(1));
    if (kind === 'A_Indirection') addNames(this.names.members, listOf(fields.indirection));
    if (kind === 'SQLValueFunction') this.#valueFunction(textOf(fields.op) ?? '');
    if (kind === 'A_Const' && /^\s*(now|today|tomorrow|yesterday)/i.test(constantText(fields))) this.moment = true;
  }

  #call(path: readonly string[]): void {
    const name = path.join('.');
    const known = classOf(path);
    if (known === 'unknown') this.callsUnknown = true;
    if (NEW.includes(known) && !PASSES[this.use].includes(known))
      this.#object(`it calls ${name}, which is no mere read`);
    else if (!PASSES[this.use].includes(known)) this.#object(`it calls ${name}, which is not known to be harmless`);
    if (NEW.includes(known)) this.fresh = true;
    if (known === 'moment') this.moment = true;
    if (known === 'asker') this.asker = true;
    // A name with the schema of the server has no namesake.
    if (path.length === 1) this.names.functions.add(path[0] ?? '');
    this.calls.add(path.at(-1) ?? '');
    if (path.at(-1)?.includes('json')) this.#makesJson();
  }

  /** A value becomes JSON by a cast that a user has made for its type. */
  #makesJson(): void {
    for (const type of ['json', 'jsonb']) this.names.types.set(type, [type]);
  }

  #operator(name: unknown, kind: string | null = null): void {
    const path = pathOf(name);
    if (path.length === 0 || kind?.includes('BETWEEN')) {
      for (const operator of ['<', '<=', '>', '>=']) this.names.operators.add(operator);
    } else if (path.length === 1) {
      this.names.operators.add(path[0] ?? '');
    } else if (path[0] !== 'pg_catalog') {
      this.callsUnknown = true;
      this.#object(`it uses the operator ${path.join('.')}, which is not built in`);
    }
  }

  #type({ names, pct_type: ofColumn }: Fields): void {
    const path = pathOf(names);
    if (ofColumn) {
      this.callsUnknown = true;
      this.#object('it names the type of a column (%TYPE)');
    }
    if (path.length > 0) this.names.types.set(path.join('.'), path);
  }

  #relation({ catalogname, schemaname, relname }: Fields): void {
    const relation = { schema: textOf(schemaname), name: textOf(relname) ?? '' };
    if (catalogname !== undefined) this.#object('it names a table of another database');
    this.names.relations.set(JSON.stringify(relation), relation);
  }

  #valueFunction(op: string): void {
    if (/CURRENT_(DATE|TIME)|LOCALTIME/.test(op)) this.moment = true;
    else this.asker = true;
  }

  #object(objection: string): void {
    this.objection ??= objection;
  }
}

function addNames(names: Set<string>, parts: readonly unknown[]): void {
  for (const part of parts) {
    const name = nameOf(part);
    if (name !== '') names.add(name);
  }
}

const constantText = (constant: Fields): string => (isFields(constant.sval) ? (textOf(constant.sval.sval) ?? '') : '');
