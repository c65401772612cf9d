/** The parts of a statement that writes, read out of its tree; pure. */
import { inspect, type Relation } from '#sql/postgres/findings';
import { RETURNING_SETS } from '#sql/postgres/functions';
import { type Fields, isFields, listOf, nodeOf, textOf } from '#sql/postgres/tree';

export interface Target extends Relation {
  readonly alias: string | null;
  /** The beginning of its name, in bytes. */
  readonly location: number;
  readonly only: boolean;
}

/** A column of UPDATE … SET. */
export interface Assignment {
  readonly column: string;
  /**
   * The right side if it is one expression for this whole column; null otherwise, so that the new value is not known.
   */
  readonly expression: unknown;
  /**
   * True when its value can be asked for before: it depends neither on the moment nor on the user, and is not new each
   * time.
   */
  readonly foreseeable: boolean;
}

interface Common {
  readonly target: Target;
  readonly withClause: unknown;
}
export interface UpdateStatement extends Common {
  readonly verb: 'update';
  readonly assignments: readonly Assignment[];
  readonly from: readonly unknown[];
  readonly where: unknown;
}
export interface DeleteStatement extends Common {
  readonly verb: 'delete';
  readonly from: readonly unknown[];
  readonly where: unknown;
}
export interface InsertStatement extends Common {
  readonly verb: 'insert';
  /** Null for all columns of the table in their order, as far as there are values. */
  readonly columns: readonly string[] | null;
  /** A list of expressions for each row; a row without any has only defaults. */
  readonly rows: readonly (readonly InsertedValue[])[];
  /** The query whose rows it inserts; null when the rows are written out. */
  readonly source: unknown;
  /** ON CONFLICT; null without it. */
  readonly conflict: Conflict | null;
}
export interface Conflict {
  /** The columns it names; null when it names none, or something else than columns. */
  readonly columns: readonly string[] | null;
  /** DO UPDATE SET; null for DO NOTHING. */
  readonly assignments: readonly Assignment[] | null;
  readonly where: unknown;
}
export interface InsertedValue {
  /** Null for DEFAULT. */
  readonly expression: unknown;
  readonly foreseeable: boolean;
}
export type WriteStatement = UpdateStatement | DeleteStatement | InsertStatement;

export function common(fields: Fields): Common {
  const relation = isFields(fields.relation) ? fields.relation : {};
  return {
    target: {
      schema: textOf(relation.schemaname),
      name: textOf(relation.relname) ?? '',
      alias: isFields(relation.alias) ? textOf(relation.alias.aliasname) : null,
      location: Number(relation.location ?? 0),
      only: relation.inh !== true,
    },
    withClause: fields.withClause,
  };
}

export function toAssignment(target: unknown): Assignment {
  const fields = nodeOf(target, 'ResTarget') ?? {};
  const { val: expression, indirection } = fields;
  const isWhole = indirection === undefined && !nodeOf(expression, 'MultiAssignRef') && !isDefault(expression);
  return {
    column: nameOf(target),
    expression: isWhole ? expression : null,
    foreseeable: isWhole && isForeseeable(expression),
  };
}

export function toConflict(clause: unknown): Conflict | null {
  if (!isFields(clause)) return null;
  const infer = isFields(clause.infer) ? clause.infer : {};
  const elements = listOf(infer.indexElems).map((element) => nodeOf(element, 'IndexElem') ?? {});
  const names = elements.flatMap(({ name, collation, opclass }) =>
    collation === undefined && opclass === undefined ? (textOf(name) ?? []) : [],
  );
  const isPlain = names.length > 0 && names.length === elements.length && infer.whereClause === undefined;
  const isUpdate = clause.action === 'ONCONFLICT_UPDATE';
  return {
    columns: isPlain ? names : null,
    assignments: isUpdate ? listOf(clause.targetList).map(toAssignment) : null,
    where: clause.whereClause,
  };
}

export function toValue(item: unknown): InsertedValue {
  return isDefault(item)
    ? { expression: null, foreseeable: false }
    : { expression: item, foreseeable: isForeseeable(item) };
}

function isForeseeable(expression: unknown): boolean {
  const { moment, asker, fresh } = inspect([expression], 'values');
  return !moment && !asker && !fresh;
}

export function callsForSets(values: unknown): boolean {
  const { calls } = inspect([values], 'values');
  return [...calls].some((name) => RETURNING_SETS.has(name));
}

/** The number of columns of a query; null when `*` stands for some of them. */
export function widthOf(query: unknown): number | null {
  const { larg, targetList } = nodeOf(query, 'SelectStmt') ?? {};
  if (isFields(larg)) return widthOf({ SelectStmt: larg });
  const items = listOf(targetList);
  const isStar = (item: unknown) => {
    const column = nodeOf(nodeOf(item, 'ResTarget')?.val, 'ColumnRef');
    return listOf(column?.fields).some((field) => nodeOf(field, 'A_Star') !== null);
  };
  return items.some(isStar) ? null : items.length;
}

function isDefault(value: unknown): boolean {
  return nodeOf(value, 'SetToDefault') !== null;
}

export function nameOf(target: unknown): string {
  return textOf(nodeOf(target, 'ResTarget')?.name) ?? '';
}
