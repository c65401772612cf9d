/** Finds the parts of an index or a constraint that PostgreSQL runs while it plans a read; pure. */
import { changesNothing } from './functions.js';
import { type Fields, isFields, listOf, pathOf } from './tree.js';

/**
 * Returns the calls and operators without a column among their operands, each separately: the planner replaces them by
 * their value.
 */
export function runWhenPlanned(tree: unknown): readonly unknown[] {
  if (Array.isArray(tree)) return tree.flatMap(runWhenPlanned);
  if (!isFields(tree)) return [];
  return Object.entries(tree).flatMap(([node, value]) => {
    const fields = isFields(value) ? value : {};
    const isCall = node === 'FuncCall' || node === 'A_Expr';
    const { funcname, name, kind } = fields;
    const own = isCall && !operandsOf(fields).some(isOfColumns) ? [{ [node]: { funcname, name, kind } }] : [];
    return [...own, ...runWhenPlanned(value)];
  });
}

/**
 * True if the planner certainly cannot know the value. It may replace a call of another function by that function's
 * body.
 */
function isOfColumns(node: unknown): boolean {
  if (!isFields(node)) return false;
  return Object.entries(node).some(([kind, value]) => {
    const fields = isFields(value) ? value : {};
    if (kind === 'ColumnRef' || kind === 'ParamRef') return true;
    if (kind === 'TypeCast' || kind === 'CollateClause') return isOfColumns(fields.arg);
    if (kind === 'FuncCall' && !changesNothing(pathOf(fields.funcname))) return false;
    return (kind === 'FuncCall' || kind === 'A_Expr') && operandsOf(fields).some(isOfColumns);
  });
}

const operandsOf = ({ args, lexpr, rexpr }: Fields) => [...listOf(args), lexpr, ...listOf(rexpr), rexpr];
