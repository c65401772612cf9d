import { listOf, nodeOf, sameTree } from '#sql/postgres/tree';
import { NotCapturable } from '../../rows/call/payload.js';
import { quote, type Table } from '../sql.js';
import { cutConflict, cutDelete, cutInsert, cutSource, cutUpdate, type Pieces, sqlOf } from './cut.js';
import { type Parsed, parse } from './parser.js';
import type {
  DeleteStatement,
  InsertedValue,
  InsertStatement,
  UpdateStatement,
  WriteStatement,
} from './write-statement.js';

/** The parts of a statement as separate SQL, for asking beforehand which rows it would touch and write. */
export interface Selection {
  /** `WITH … `, or nothing. */
  readonly prefix: string;
  /**
   * SQL of the values that would be written: for each assignment, or each inserted value; null when a value is not
   * asked for.
   */
  readonly expressions: readonly (string | null)[];
  /** `"public"."t" AS "x", other …` */
  readonly from: string;
  readonly where: string;
  /** The numbers of the call's values that become $1, $2, …. */
  readonly parameters: readonly number[];
}

/**
 * Cuts the statement, and proves by parsing the cut again that it has the same meaning.
 * @param table the one it writes to, as the catalogue names it
 * @throws NotCapturable
 */
export async function selectionOf(
  { tokens }: Parsed,
  statement: WriteStatement,
  table: Pick<Table, 'schema' | 'name'>,
): Promise<Selection> {
  const { alias, only } = statement.target;
  const target = `${only ? 'ONLY ' : ''}${quote(table.schema)}.${quote(table.name)}${alias === null ? '' : ` AS ${quote(alias)}`}`;
  return statement.verb === 'insert'
    ? select(cutInsert(tokens, statement), { ...statement, asked: treesOf(statement.rows.flat()) }, null)
    : select(piecesOf(tokens, statement), { ...statement, asked: askedFor(statement) }, target);
}

/**
 * Selects in the same way the changes that ON CONFLICT DO UPDATE makes to existing rows.
 * @throws NotCapturable
 */
export async function selectionOfUpdates({ tokens }: Parsed, statement: InsertStatement): Promise<Selection> {
  const { assignments, where } = statement.conflict ?? {};
  const said = { withClause: statement.withClause, asked: treesOf(assignments ?? []), where };
  return select(cutConflict(tokens, statement), said, null);
}

/** The query of INSERT … SELECT, as SQL of its own, in parentheses. @throws NotCapturable */
export async function sourceOf({ tokens }: Parsed, statement: InsertStatement) {
  const { prefix, source } = cutSource(tokens, statement);
  const { sql, parameters } = numbering();
  const question = { prefix: sql(prefix), source: `(${sql(source)})`, parameters };
  const again = (await parse(`${question.prefix} SELECT FROM ${question.source} AS s`)).statements;
  const select = nodeOf(again[0], 'SelectStmt') ?? {};
  const [from] = listOf(select.fromClause);
  const said = [statement.withClause ?? null, statement.source];
  const number = (parameter: number) => parameters[parameter - 1] ?? 0;
  const cut = [select.withClause ?? null, nodeOf(from, 'RangeSubselect')?.subquery];
  if (again.length === 1 && sameTree(said, cut, number)) return question;
  throw new NotCapturable('the statement could not be parsed');
}

/** Numbers the parameters of the cut parts anew. */
function numbering() {
  const parameters: number[] = [];
  const renumber = (number: number) => {
    const known = parameters.indexOf(number);
    return known === -1 ? parameters.push(number) : known + 1;
  };
  return { parameters, sql: (words: Pieces['where']) => sqlOf(words, renumber) };
}

/** The parse tree's description of the parts that were cut. */
interface WrittenValues {
  readonly withClause: unknown;
  /** The trees of the values that would be written; null for a value that cannot be foreseen. */
  readonly asked: readonly unknown[];
  readonly from?: readonly unknown[];
  readonly where?: unknown;
}

/** @param target null when no table is read */
async function select(pieces: Pieces, said: WrittenValues, target: string | null): Promise<Selection> {
  const { sql, parameters } = numbering();
  const selection: Selection = {
    prefix: sql(pieces.prefix),
    expressions: said.asked.map((expression, i) => (expression === null ? null : sql(pieces.expressions[i] ?? []))),
    from: target === null ? '' : [target, ...(pieces.from.length > 0 ? [sql(pieces.from)] : [])].join(', '),
    where: sql(pieces.where),
    parameters,
  };
  await prove(selection, said);
  return selection;
}

function piecesOf(tokens: Parsed['tokens'], statement: UpdateStatement | DeleteStatement): Pieces {
  return statement.verb === 'update' ? cutUpdate(tokens, statement) : cutDelete(tokens, statement);
}

function askedFor(statement: UpdateStatement | DeleteStatement): unknown[] {
  return statement.verb === 'update' ? treesOf(statement.assignments) : [];
}

function treesOf(written: readonly InsertedValue[]): unknown[] {
  return written.map(({ expression, foreseeable }) => (foreseeable ? expression : null));
}

async function prove(selection: Selection, said: WrittenValues): Promise<void> {
  const { prefix, expressions, from, where } = selection;
  const list = expressions.filter((expression) => expression !== null);
  const text = `${prefix} SELECT ${list.length > 0 ? list.join(', ') : '1'}${from && ` FROM ${from}`}${where && ` WHERE ${where}`}`;
  const again = (await parse(text)).statements;
  const select = nodeOf(again[0], 'SelectStmt') ?? {};
  const number = (parameter: number) => selection.parameters[parameter - 1] ?? 0;
  const same = (a: unknown, b: unknown) => sameTree(a, b, number);
  const values = listOf(select.targetList).map((item) => nodeOf(item, 'ResTarget')?.val);
  const wanted = said.asked.filter((expression) => expression !== null);
  const proved =
    again.length === 1 &&
    same(said.withClause ?? null, select.withClause ?? null) &&
    (wanted.length === 0 || same(wanted, values)) &&
    same(said.where ?? null, select.whereClause ?? null) &&
    same(said.from ?? [], listOf(select.fromClause).slice(1));
  if (!proved) throw new NotCapturable('the statement could not be parsed');
}
