import type { CopyStmt, ExplainStmt, Node, TransactionStmt, VariableSetStmt } from 'libpg-query';
import { callsOnlyPureFunctions, isPure } from './effects.js';
import type { SqlParser } from './parser.js';

/** How a passing statement changes what later ones mean. */
export type SessionEffect =
  | { readonly type: 'begin' | 'rollback' | 'commit'; readonly chained: boolean }
  | { readonly type: 'savepoint' | 'release' | 'rollback-to'; readonly name: string }
  /** Which table a bare name means may have changed. */
  | { readonly type: 'names' };

/** What a string of SQL is, whatever its parameters. */
export type Classified =
  | { readonly kind: 'read' }
  | { readonly kind: 'session'; readonly effects: readonly SessionEffect[] }
  /** `statement` is set when it is the only one. */
  | { readonly kind: 'write'; readonly statement: Node | null }
  | { readonly kind: 'refused'; readonly reason: string };

const READ: Classified = { kind: 'read' };
const WRITE: Classified = { kind: 'write', statement: null };

/** Statements that change neither data nor schema. */
const HARMLESS = new Set([
  'VariableShowStmt',
  'FetchStmt',
  'ClosePortalStmt',
  'DeallocateStmt',
  'ListenStmt',
  'UnlistenStmt',
  'LockStmt',
  'ConstraintsSetStmt',
  'DiscardStmt',
]);
/** Settings that make the server read strings differently from the parser. */
const READING_SETTINGS = new Set(['standard_conforming_strings', 'backslash_quote']);
const NAMING_SETTINGS = new Set(['search_path', 'role', 'session_authorization']);

const REMEMBERED = 1000;
const LONGEST_REMEMBERED = 10_000;
const remembered = new Map<string, Classified>();

/** What the grammar does not know is taken for a write: the server may know it. */
export function classify(parser: SqlParser, sql: string): Classified {
  const known = remembered.get(sql);
  if (known) return known;
  const classified = read(parser, sql);
  if (sql.length <= LONGEST_REMEMBERED) {
    const [oldest] = remembered.keys();
    if (remembered.size >= REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    remembered.set(sql, classified);
  }
  return classified;
}

function read(parser: SqlParser, sql: string): Classified {
  if (sql.includes('\0')) return refused('SQL with a NUL character is not run.');
  if (sql.trim() === '') return READ;
  let statements: Node[];
  try {
    statements = (parser.parse(sql).stmts ?? []).flatMap(({ stmt }) => stmt ?? []);
  } catch {
    return WRITE;
  }
  return combine(statements.map(classifyStatement));
}

function combine(parts: readonly Classified[]): Classified {
  const [first] = parts;
  if (first === undefined) return READ;
  if (parts.length === 1) return first;
  const refusal = parts.find((part) => part.kind === 'refused');
  if (refusal) return refusal;
  const effects = parts.flatMap((part) => (part.kind === 'session' ? part.effects : []));
  const writes = parts.some((part) => part.kind === 'write');
  if (!writes) return effects.length > 0 ? { kind: 'session', effects } : READ;
  if (parts.some((part) => part.kind === 'session')) {
    return refused('A string that writes and also controls the transaction or the session must be sent in parts.');
  }
  return WRITE;
}

function classifyStatement(statement: Node): Classified {
  const write: Classified = { kind: 'write', statement };
  if ('SelectStmt' in statement) return isPure(statement) ? READ : write;
  if ('TransactionStmt' in statement) return transaction(statement.TransactionStmt);
  if ('VariableSetStmt' in statement) return setting(statement.VariableSetStmt);
  if ('ExplainStmt' in statement) return explain(statement.ExplainStmt) ? READ : write;
  if ('DeclareCursorStmt' in statement) return isPure(statement) ? READ : write;
  if ('CopyStmt' in statement) return copiesOut(statement.CopyStmt) ? READ : write;
  return Object.keys(statement).every((key) => HARMLESS.has(key)) ? READ : write;
}

function transaction({ kind, savepoint_name: name = '', chain = false }: TransactionStmt): Classified {
  switch (kind) {
    case 'TRANS_STMT_BEGIN':
    case 'TRANS_STMT_START':
      return session({ type: 'begin', chained: false });
    case 'TRANS_STMT_COMMIT':
      return session({ type: 'commit', chained: chain });
    case 'TRANS_STMT_ROLLBACK':
      return session({ type: 'rollback', chained: chain });
    case 'TRANS_STMT_SAVEPOINT':
      return session({ type: 'savepoint', name });
    case 'TRANS_STMT_RELEASE':
      return session({ type: 'release', name });
    case 'TRANS_STMT_ROLLBACK_TO':
      return session({ type: 'rollback-to', name });
    default:
      return refused('Two-phase commits are not run: their outcome could not be recorded truthfully.');
  }
}

function setting({ name = '', kind, args }: VariableSetStmt): Classified {
  if (READING_SETTINGS.has(name) && kind === 'VAR_SET_VALUE' && textOf(args?.[0]) !== 'on') {
    return refused(`${name} is not changed: SQL could no longer be read as the server reads it.`);
  }
  if (NAMING_SETTINGS.has(name) || kind === 'VAR_RESET_ALL') return session({ type: 'names' });
  return READ;
}

function explain({ query, options }: ExplainStmt): boolean {
  const analyzes = (options ?? []).some((option) => 'DefElem' in option && option.DefElem.defname === 'analyze');
  return analyzes ? isPure(query) && query !== undefined && 'SelectStmt' in query : callsOnlyPureFunctions(query);
}

function copiesOut({ is_from, is_program, filename, query }: CopyStmt): boolean {
  return !is_from && !is_program && filename === undefined && isPure(query);
}

function textOf(node: Node | undefined): string | undefined {
  return node !== undefined && 'A_Const' in node ? node.A_Const.sval?.sval : undefined;
}

function session(effect: SessionEffect): Classified {
  return { kind: 'session', effects: [effect] };
}

function refused(reason: string): Classified {
  return { kind: 'refused', reason };
}
