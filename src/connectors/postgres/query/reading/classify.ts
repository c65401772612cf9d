/** Classifies a statement from its parse tree alone; pure. Docs: docs/connectors/postgres.md */

import { type Findings, inspect } from '#sql/postgres/findings';
import { type Fields, isFields, listOf, nodeOf, textOf } from '#sql/postgres/tree';
import {
  callsForSets,
  common,
  nameOf,
  toAssignment,
  toConflict,
  toValue,
  type WriteStatement,
} from '../write-statement.js';

export type Classified =
  /** The statement changes nothing, if the names in it have their usual meaning. */
  | { readonly kind: 'read'; readonly findings: Findings }
  /** It changes rows of one table and nothing else, triggers and defaults aside. */
  | {
      readonly kind: 'write';
      readonly statement: WriteStatement;
      readonly findings: Findings;
      readonly moment: boolean;
    }
  /** `reason` completes "the statement cannot be undone: ". */
  | { readonly kind: 'irreversible'; readonly reason: string };

const STATEMENTS: Readonly<Record<string, string>> = {
  MergeStmt: 'MERGE may insert, update and delete at once',
  TruncateStmt: 'TRUNCATE leaves no rows to compare',
  CallStmt: 'CALL runs a procedure, which may do anything',
  DoStmt: 'DO runs code, which may do anything',
  CopyStmt: 'COPY moves data in or out as a whole',
  PrepareStmt: 'PREPARE names a statement for later',
  ExecuteStmt: 'EXECUTE runs a statement whose text is not here',
  DeallocateStmt: 'it changes the session of the client',
  VariableSetStmt: 'SET and RESET change what later statements mean',
  TransactionStmt: 'it controls a transaction',
  DeclareCursorStmt: 'cursors are part of the session of the client',
  LockStmt: 'LOCK holds a table',
  NotifyStmt: 'NOTIFY cannot be called back',
};

/** @param statements of one text, as the grammar gives them */
export function classify(statements: readonly unknown[]): Classified {
  const [statement] = statements;
  if (statement === undefined) return irreversible('there is no statement');
  if (statements.length > 1)
    return irreversible(`these are ${statements.length} statements, which run one after another`);
  const [kind = ''] = isFields(statement) ? Object.keys(statement) : [];
  const fields = nodeOf(statement, kind) ?? {};
  switch (kind) {
    case 'SelectStmt': {
      // Locks of rows end with the transaction, and change nothing.
      const { lockingClause: _, ...select } = fields;
      return read([{ SelectStmt: select }]);
    }
    case 'VariableShowStmt':
      return read([]);
    case 'ExplainStmt':
      return explain(fields);
    case 'UpdateStmt':
      return update(fields);
    case 'DeleteStmt':
      return remove(fields);
    case 'InsertStmt':
      return insert(fields);
    default:
      return irreversible(STATEMENTS[kind] ?? otherwise(kind.replace(/Stmt$/, '')));
  }
}

function otherwise(kind: string): string {
  return /^(Create|Alter|Drop|Define|Rename|Index|Comment|Grant|View|Rule|CompositeType)/.test(kind)
    ? `it changes the schema (${kind}), not rows`
    : `it is no read, INSERT, UPDATE or DELETE (${kind})`;
}

function read(trees: readonly unknown[]): Classified {
  const findings = inspect(trees, 'read');
  return findings.objection === null ? { kind: 'read', findings } : irreversible(findings.objection);
}

/** Without ANALYZE a statement is only planned, but planning also runs functions of constants. */
function explain({ query, options }: Fields): Classified {
  const analyzes = listOf(options).some((option) => textOf(nodeOf(option, 'DefElem')?.defname) === 'analyze');
  const explained = classify([query]);
  if (explained.kind === 'irreversible') return irreversible(`EXPLAIN of what is no read: ${explained.reason}`);
  if (explained.kind === 'read') return explained;
  if (analyzes) return irreversible('EXPLAIN ANALYZE runs the statement');
  const { findings } = explained;
  return findings.fresh ? irreversible('it calls a function that is no mere read') : { kind: 'read', findings };
}

function update(fields: Fields): Classified {
  const assignments = listOf(fields.targetList).map(toAssignment);
  return write(
    { verb: 'update', ...common(fields), assignments, from: listOf(fields.fromClause), where: fields.whereClause },
    fields,
  );
}

function remove(fields: Fields): Classified {
  return write(
    { verb: 'delete', ...common(fields), from: listOf(fields.usingClause), where: fields.whereClause },
    fields,
  );
}

function insert(fields: Fields): Classified {
  const conflict = toConflict(fields.onConflictClause);
  if (conflict !== null && conflict.assignments !== null && conflict.columns === null) {
    return irreversible('its ON CONFLICT does not name plain columns, so which rows it updates is not known before');
  }
  if (fields.override === 'OVERRIDING_USER_VALUE')
    return irreversible('OVERRIDING USER VALUE inserts other keys than it says');
  const source = nodeOf(fields.selectStmt, 'SelectStmt');
  const isPlain =
    source === null || Object.keys(source).every((name) => ['valuesLists', 'limitOption', 'op'].includes(name));
  if (!isPlain && conflict !== null) {
    return irreversible('INSERT … SELECT with ON CONFLICT inserts rows that are not known before');
  }
  if (listOf(fields.cols).some((column) => nodeOf(column, 'ResTarget')?.indirection !== undefined)) {
    return irreversible('it inserts parts of a column');
  }
  const rows = !isPlain
    ? []
    : source === null
      ? [[]]
      : listOf(source.valuesLists).map((list) => listOf(nodeOf(list, 'List')?.items).map(toValue));
  if (callsForSets(source?.valuesLists)) return irreversible('it inserts a set of rows that is not written out');
  const columns = fields.cols === undefined ? null : listOf(fields.cols).map((column) => nameOf(column));
  return write(
    { verb: 'insert', ...common(fields), columns, rows, conflict, source: isPlain ? null : fields.selectStmt },
    fields,
  );
}

function write(statement: WriteStatement, fields: Fields): Classified {
  const where =
    statement.verb === 'insert' ? [statement.conflict?.where, statement.source] : [statement.from, statement.where];
  const condition = inspect([fields.withClause, ...where], 'read');
  const written = [fields.targetList, fields.cols, fields.selectStmt, fields.returningClause, fields.onConflictClause];
  const findings = inspect([fields.withClause, ...where, ...written], 'values');
  const objection = condition.objection ?? findings.objection;
  if (objection !== null) return irreversible(objection);
  if (condition.asker) return irreversible('which rows it touches depends on who runs it');
  if (isFields(fields.relation) && fields.relation.catalogname !== undefined) {
    return irreversible('it names a table of another database');
  }
  if (statement.verb === 'insert' && condition.moment) {
    const does = statement.source === null ? 'updates' : 'inserts';
    return irreversible(`which rows it ${does} depends on the moment it runs`);
  }
  return { kind: 'write', statement, findings, moment: condition.moment };
}

function irreversible(reason: string): Classified {
  return { kind: 'irreversible', reason };
}
