import { isPureFunction } from './pure-functions.js';

/** Parts of a statement that may change something, wherever they stand in it. */
const WRITING = new Set([
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
  'MergeStmt',
  'intoClause',
  'ExecuteStmt',
  'CallStmt',
]);

/** True when nothing in the tree can write: no data-modifying part, no function that is not known to be pure. */
export function isPure(tree: unknown): boolean {
  if (typeof tree !== 'object' || tree === null) return true;
  if (Array.isArray(tree)) return tree.every(isPure);
  return Object.entries(tree).every(([key, value]) => !WRITING.has(key) && callIsPure(key, value) && isPure(value));
}

/** As {@link isPure}, for a statement that is only planned and not executed: planning folds functions. */
export function callsOnlyPureFunctions(tree: unknown): boolean {
  if (typeof tree !== 'object' || tree === null) return true;
  if (Array.isArray(tree)) return tree.every(callsOnlyPureFunctions);
  return Object.entries(tree).every(([key, value]) => callIsPure(key, value) && callsOnlyPureFunctions(value));
}

export function containsSubquery(tree: unknown): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  if (Array.isArray(tree)) return tree.some(containsSubquery);
  return Object.entries(tree).some(
    ([key, value]) => key === 'SubLink' || key === 'SelectStmt' || containsSubquery(value),
  );
}

function callIsPure(key: string, value: unknown): boolean {
  if (key !== 'FuncCall') return true;
  return isPureFunction(nameParts((value as { funcname?: unknown }).funcname));
}

function nameParts(names: unknown): string[] {
  if (!Array.isArray(names)) return [];
  return names.map((name: { String?: { sval?: string } }) => name.String?.sval ?? '');
}
