/** Tells which operations a statement may do that is asked for as SQL; pure. */
import type { Node } from 'libpg-query';
import { inspect } from './findings.js';
import { isFields } from './tree.js';

/** The operations that change rows. */
export const ROWS: readonly string[] = ['rows.insert', 'rows.update', 'rows.delete'];
const DOES: Readonly<Record<string, readonly string[]>> = {
  InsertStmt: ['rows.insert'],
  UpdateStmt: ['rows.update'],
  DeleteStmt: ['rows.delete'],
  MergeStmt: ROWS,
  TruncateStmt: ['rows.delete'],
  intoClause: ['rows.insert'],
  CopyStmt: ['rows.insert'],
  SelectStmt: [],
  LockStmt: [],
  NotifyStmt: [],
  VariableSetStmt: [],
  ExplainStmt: [],
  DeclareCursorStmt: [],
};

/** Returns the operations, or all of them if they cannot be determined. */
export function mayDo(statement: Node | null): readonly string[] {
  const [kind = ''] = statement === null ? [] : Object.keys(statement);
  if (statement === null || !(kind in DOES) || inspect([statement], 'own read').callsUnknown) return ROWS;
  const done = new Set<string>();
  visit(statement, done);
  return ROWS.filter((operation) => done.has(operation));
}

function visit(tree: unknown, done: Set<string>): void {
  if (Array.isArray(tree)) for (const item of tree) visit(item, done);
  if (!isFields(tree)) return;
  for (const [key, value] of Object.entries(tree)) {
    for (const operation of DOES[key] ?? []) done.add(operation);
    if (value === 'ONCONFLICT_UPDATE') done.add('rows.update');
    visit(value, done);
  }
}
