/** Finds the statements that a trigger function in PL/pgSQL evaluates; pure. */
import { type Fields, isFields, listOf, textOf } from './tree.js';

/** Nodes that change only variables and the new row. A node that is missing here may do anything. */
const HARMLESS = new Set(
  `PLpgSQL_stmt_block PLpgSQL_stmt_assign PLpgSQL_stmt_if PLpgSQL_if_elsif PLpgSQL_stmt_case PLpgSQL_case_when
   PLpgSQL_stmt_return PLpgSQL_stmt_raise PLpgSQL_raise_option PLpgSQL_stmt_perform PLpgSQL_exception_block
   PLpgSQL_exception PLpgSQL_condition PLpgSQL_expr PLpgSQL_var PLpgSQL_rec PLpgSQL_recfield PLpgSQL_type`.split(/\s+/),
);
/**
 * The numbers of PL/pgSQL for the kind of a text: a whole statement, an expression, or an assignment to a name of so
 * many parts.
 */
const STATEMENT = 0;
const EXPRESSION = 2;
const TARGET = /^\s*(?:[\w$]+|"[^"]*")(?:\s*\.\s*(?:[\w$]+|"[^"]*"))*\s*(?:\[\s*\d+\s*\]\s*)*:?=/;

/**
 * Returns statements that stand for the expressions the function evaluates, casts to the types of its variables among
 * them. Null: it does more than that, or it cannot be determined.
 * @param parsed the result of the PL/pgSQL parser
 */
export function statementsOf(parsed: unknown): string[] | null {
  const [only, ...others] = isFields(parsed) ? listOf(parsed.plpgsql_funcs) : [];
  const body = isFields(only) ? only.PLpgSQL_function : undefined;
  if (!isFields(body) || others.length > 0) return null;
  const statements: string[] = [];
  return read([body.datums, body.action], statements) ? statements : null;
}

function read(tree: unknown, into: string[]): boolean {
  if (Array.isArray(tree)) return tree.every((item) => read(item, into));
  if (!isFields(tree)) return true;
  return Object.entries(tree).every(([kind, value]) => {
    if (!kind.startsWith('PLpgSQL_')) return read(value, into);
    if (!HARMLESS.has(kind) || !isFields(value)) return false;
    const statement = statementOf(kind, value);
    if (statement) into.push(statement);
    return statement !== null && read(value, into);
  });
}

/** Returns the statement of a node; empty if the node evaluates nothing itself, null if that cannot be determined. */
function statementOf(kind: string, fields: Fields): string | null {
  if (kind === 'PLpgSQL_type') return `SELECT CAST (NULL AS ${textOf(fields.typname) ?? ''})`;
  // The rows of a trigger have names; a record of its own may be of any type.
  if (kind === 'PLpgSQL_rec') return fields.refname === 'new' || fields.refname === 'old' ? '' : null;
  if (kind !== 'PLpgSQL_expr') return '';
  const { query, parseMode } = fields;
  if (typeof query !== 'string') return null;
  if (parseMode === STATEMENT) return query;
  if (parseMode === EXPRESSION) return `SELECT ${query}`;
  const assigned = query.replace(TARGET, '');
  return assigned === query ? null : `SELECT ${assigned}`;
}
