/** Judges the effects of a part of a statement node by node; pure. */

import { type Fields, isFields, listOf, nodeOf, pathOf, textOf } from '../tree.js';
import { isBuiltInType } from '../types.js';
import { classOf } from './functions.js';

export interface Relation {
  readonly schema: string | null;
  readonly name: string;
}

/** Names that have their usual meaning only if the catalogue of the database agrees. */
export interface Names {
  readonly functions: Set<string>;
  readonly operators: Set<string>;
  /** Schema first. */
  readonly types: Map<string, readonly string[]>;
  /** `t.f` may be a column, or the function `f` called with the row. */
  readonly fields: Set<string>;
  readonly relations: Map<string, Relation>;
  /** Names of WITH queries, which look like relations. */
  readonly queries: Set<string>;
}

export interface Findings {
  readonly names: Names;
  /** The reason why it is no read; null when nothing in it writes, locks or calls an unknown function. */
  readonly objection: string | null;
  /** Its result depends on the moment it runs. */
  readonly moment: boolean;
  /** Its result depends on the user who runs it. */
  readonly asker: boolean;
  /** Its result is new each time, so it cannot be known before. It is distinguished only for written values. */
  readonly fresh: boolean;
}

/** Nodes that change nothing by themselves. Every other node is an objection, because a later grammar may know more. */
const HARMLESS = new Set(
  `SelectStmt ResTarget ColumnRef A_Star A_Const ParamRef A_Expr BoolExpr NullTest BooleanTest CaseExpr CaseWhen
   CoalesceExpr MinMaxExpr FuncCall TypeCast SubLink A_ArrayExpr A_Indirection A_Indices RowExpr RangeVar RangeSubselect
   RangeFunction JoinExpr SortBy WindowDef CommonTableExpr List String Integer Float Boolean CollateClause GroupingSet
   GroupingFunc SQLValueFunction ColumnDef SetToDefault MultiAssignRef NamedArgExpr IndexElem`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const WORDS: Readonly<Record<string, string>> = {
  InsertStmt: 'it holds an INSERT',
  UpdateStmt: 'it holds an UPDATE',
  DeleteStmt: 'it holds a DELETE',
  MergeStmt: 'it holds a MERGE',
  IntoClause: 'it makes a table (SELECT … INTO)',
  LockingClause: 'it locks rows (FOR UPDATE, FOR SHARE)',
  CurrentOfExpr: 'its rows are those of a cursor',
  RangeTableSample: 'it reads a random sample of rows',
};

/** Judges trees together. `values`: they are to be written, so that fresh values may stand in them. */
export function inspect(trees: readonly unknown[], use: 'read' | 'values' = 'read'): Findings {
  const found = new Finder(use);
  for (const tree of trees) found.visit(tree);
  return found;
}

class Finder implements Findings {
  readonly names: Names = {
    functions: new Set(),
    operators: new Set(),
    types: new Map(),
    fields: new Set(),
    relations: new Map(),
    queries: new Set(),
  };
  objection: string | null = null;
  moment = false;
  asker = false;
  fresh = false;

  constructor(private readonly use: 'read' | 'values') {}

  visit(tree: unknown): void {
    if (Array.isArray(tree)) for (const item of tree) this.visit(item);
    else if (isFields(tree)) for (const [name, value] of Object.entries(tree)) this.part(name, value);
  }

  private part(name: string, value: unknown): void {
    if (/^[A-Z]/.test(name)) this.node(name, isFields(value) ? value : {});
    else if (name === 'intoClause') this.object(WORDS.IntoClause);
    else if (name === 'typeName' && isFields(value)) this.type(value);
    else if (name === 'relation' && isFields(value)) this.relation(value);
    else if (['useOp', 'operName'].includes(name)) this.operator(value);
    else if (name === 'ctename') this.names.queries.add(textOf(value) ?? '');
    this.visit(value);
  }

  private node(kind: string, fields: Fields): void {
    if (!HARMLESS.has(kind)) this.object(WORDS[kind] ?? `it holds ${kind}, which is not known to be harmless`);
    if (kind === 'FuncCall') this.call(pathOf(fields.funcname));
    if (kind === 'A_Expr') this.operator(fields.name, textOf(fields.kind));
    if (kind === 'RangeVar') this.relation(fields);
    if (kind === 'ColumnRef') this.column(listOf(fields.fields));
    if (kind === 'A_Indirection') this.column([null, ...listOf(fields.indirection)]);
    if (kind === 'SQLValueFunction') this.valueFunction(textOf(fields.op) ?? '');
    if (kind === 'A_Const' && /^\s*(now|today|tomorrow|yesterday)/i.test(textOf(nodeText(fields)) ?? '')) {
      this.moment = true;
    }
  }

  private call(path: readonly string[]): void {
    const name = path.join('.');
    const known = classOf(path);
    if (known === 'unknown') this.object(`it calls ${name}, which is not known to be harmless`);
    if (known === 'fresh' && this.use === 'read') this.object(`it calls ${name}, which is no mere read`);
    if (known === 'fresh') this.fresh = true;
    if (known === 'moment') this.moment = true;
    if (known === 'asker') this.asker = true;
    this.names.functions.add(path.at(-1) ?? '');
  }

  private operator(name: unknown, kind: string | null = null): void {
    const path = pathOf(name);
    if (path.length === 0 || kind?.includes('BETWEEN')) {
      for (const operator of ['<', '<=', '>', '>=']) this.names.operators.add(operator);
      return;
    }
    if (path.length === 1) this.names.operators.add(path[0] ?? '');
    else if (path[0] !== 'pg_catalog') this.object(`it uses the operator ${path.join('.')}, which is not built in`);
  }

  private type({ names, pct_type: ofColumn }: Fields): void {
    const path = pathOf(names);
    if (ofColumn) this.object('it names the type of a column (%TYPE)');
    if (path.length > 0 && !isBuiltInType(path)) this.names.types.set(path.join('.'), path);
  }

  private relation({ catalogname, schemaname, relname }: Fields): void {
    const relation = { schema: textOf(schemaname), name: textOf(relname) ?? '' };
    if (catalogname !== undefined) this.object('it names a table of another database');
    this.names.relations.set(JSON.stringify(relation), relation);
  }

  private column(parts: readonly unknown[]): void {
    for (const part of parts.slice(1)) {
      const name = textOf(nodeOf(part, 'String')?.sval);
      if (name !== null) this.names.fields.add(name);
    }
  }

  private valueFunction(op: string): void {
    if (/CURRENT_(DATE|TIME)|LOCALTIME/.test(op)) this.moment = true;
    else this.asker = true;
  }

  private object(objection: string | undefined): void {
    this.objection ??= objection ?? 'it is not known to be harmless';
  }
}

function nodeText(constant: Fields): unknown {
  return isFields(constant.sval) ? constant.sval.sval : null;
}
