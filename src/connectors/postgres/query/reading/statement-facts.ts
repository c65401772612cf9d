/** Finds the tables that the statements of a text touch, and the verbs, from their parse trees alone; pure. */

import { classOf, type FunctionClass } from '#sql/postgres/functions';
import { type Fields, isFields, listOf, nodeOf, pathOf, textOf } from '#sql/postgres/tree';
import type { FactValue, Thing } from '../../../facts/facts.js';
import { tableThing } from '../../../rows/table-fact.js';

export interface StatementFacts {
  readonly tables: FactValue;
  readonly verbs: FactValue;
}

const UNKNOWN: StatementFacts = { tables: 'unknown', verbs: 'unknown' };

/** Statements that touch only the tables that they name. Every other statement may touch any table. */
const VERBS: Readonly<Record<string, string>> = {
  SelectStmt: 'SELECT',
  InsertStmt: 'INSERT',
  UpdateStmt: 'UPDATE',
  DeleteStmt: 'DELETE',
  MergeStmt: 'MERGE',
  TruncateStmt: 'TRUNCATE',
  CopyStmt: 'COPY',
  ExplainStmt: 'EXPLAIN',
  LockStmt: 'LOCK',
  CreateStmt: 'CREATE',
  CreateTableAsStmt: 'CREATE',
  ViewStmt: 'CREATE',
  IndexStmt: 'CREATE',
  AlterTableStmt: 'ALTER',
  RenameStmt: 'ALTER',
  DropStmt: 'DROP',
  RefreshMatViewStmt: 'REFRESH',
  DeclareCursorStmt: 'DECLARE',
  PrepareStmt: 'PREPARE',
  VariableSetStmt: 'SET',
  VariableShowStmt: 'SHOW',
  TransactionStmt: 'TRANSACTION',
  NotifyStmt: 'NOTIFY',
};
/** The verbs whose effect a verb includes. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  TRUNCATE: ['DELETE'],
  MERGE: ['INSERT', 'UPDATE', 'DELETE'],
  COPY: ['INSERT'],
};
/** Functions that read no table. */
const BOUNDED: readonly FunctionClass[] = ['harmless', 'moment', 'asker', 'fresh', 'number'];
/** The member in which these nodes hold the name of an operator. */
const OPERATORS: Readonly<Record<string, string>> = { A_Expr: 'name', SubLink: 'operName', SortBy: 'useOp' };
const DROPPED = new Set(['OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_MATVIEW', 'OBJECT_FOREIGN_TABLE']);

export function factsOf(statements: readonly unknown[]): StatementFacts {
  const reader = new Reader();
  for (const statement of statements) {
    const [kind = ''] = isFields(statement) ? Object.keys(statement) : [];
    if (!isBounded(kind, nodeOf(statement, kind) ?? {})) return UNKNOWN;
    reader.visit(statement);
  }
  if (reader.isOpen) return UNKNOWN;
  return { tables: [...reader.tables.values()], verbs: [...reader.verbs].map(verbThing) };
}

export const verbThing = (verb: string): Thing => ({ readings: [verb], aliases: ALSO[verb] ?? [] });

/** True when the statement touches no table that it does not name. */
function isBounded(kind: string, fields: Fields): boolean {
  if (!Object.hasOwn(VERBS, kind)) return false;
  // Tables that refer to a truncated one are truncated with it.
  if (kind === 'TruncateStmt') return fields.behavior !== 'DROP_CASCADE';
  if (kind === 'CopyStmt') return fields.is_program !== true;
  if (kind === 'RenameStmt' || kind === 'AlterTableStmt') return isFields(fields.relation);
  return kind !== 'DropStmt' || DROPPED.has(textOf(fields.removeType) ?? '');
}

class Reader {
  readonly tables = new Map<string, Thing>();
  readonly verbs = new Set<string>();
  /** True when it calls a function that may do anything. */
  isOpen = false;

  visit(tree: unknown): void {
    if (Array.isArray(tree)) for (const item of tree) this.visit(item);
    if (!isFields(tree)) return;
    const name = textOf(tree.relname);
    if (name !== null) this.table(textOf(tree.schemaname), name);
    for (const [kind, value] of Object.entries(tree)) {
      if (isFields(value)) this.node(kind, value);
      this.visit(value);
    }
  }

  private node(kind: string, fields: Fields): void {
    if (kind === 'FuncCall' && !BOUNDED.includes(classOf(pathOf(fields.funcname)))) this.isOpen = true;
    if (OPERATORS[kind] !== undefined) this.operator(pathOf(fields[OPERATORS[kind]]));
    if (kind === 'intoClause') this.verbs.add('CREATE');
    if (kind === 'onConflictClause' && fields.action === 'ONCONFLICT_UPDATE') this.verbs.add('UPDATE');
    if (kind === 'DropStmt')
      for (const path of listOf(fields.objects)) this.dropped(pathOf(nodeOf(path, 'List')?.items));
    const isRows = kind === 'SelectStmt' && fields.valuesLists !== undefined;
    const verb = VERBS[kind];
    if (verb !== undefined && !isRows) this.verbs.add(verb);
  }

  private operator(path: readonly string[]): void {
    if (path.length > 1 && path[0] !== 'pg_catalog') this.isOpen = true;
  }

  private dropped(path: readonly string[]): void {
    const [name = '', schema = null] = [...path].reverse();
    this.table(schema, name);
  }

  private table(schema: string | null, name: string): void {
    this.tables.set(JSON.stringify([schema, name]), tableThing(schema, name));
  }
}
