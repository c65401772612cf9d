import type { CopyStmt, ExplainStmt, Node, TransactionStmt, VariableSetStmt } from 'libpg-query';
import { inspect, type Names } from '#sql/postgres/findings';
import { NotParsed } from '#sql/postgres/grammar';
import type { SqlParser } from './parser.js';

/** The effect of a passing statement on the meaning of later ones. */
export type SessionEffect =
  | { readonly type: 'begin' | 'rollback' | 'commit'; readonly chained: boolean }
  | { readonly type: 'savepoint' | 'release' | 'rollback-to'; readonly name: string }
  /** A bare name may mean another table afterwards. */
  | { readonly type: 'names' };

/**
 * The classification of a string of SQL, independent of its parameters. `names`: the names in its reads; they are reads
 * only if the catalogue of the database confirms the meaning of these names.
 */
export type Classified =
  | { readonly kind: 'read'; readonly names: Names }
  /** `asks`: it changes the session's rights, which is asked for. */
  | {
      readonly kind: 'session';
      readonly effects: readonly SessionEffect[];
      readonly asks: boolean;
      readonly names: Names;
    }
  /** `statement` is set when it is the only one; `statements` when there are several and none sets anything. */
  | { readonly kind: 'write'; readonly statement: Node | null; readonly statements?: readonly Node[] }
  | { readonly kind: 'refused'; readonly reason: string };

const { names: NO_NAMES } = inspect([], 'own read');
const READ: Classified = { kind: 'read', names: NO_NAMES };
/** A statement that cannot be classified: it is asked for as it stands. */
export const OPAQUE = { kind: 'write', statement: null } as const satisfies Classified;

/** Statements that change neither data nor schema. */
const HARMLESS = new Set([
  'VariableShowStmt',
  'FetchStmt',
  'ClosePortalStmt',
  'DeallocateStmt',
  'ListenStmt',
  'UnlistenStmt',
  'ConstraintsSetStmt',
]);
const DISCARDS_PLANS = new Set<string>(['DISCARD_PLANS', 'DISCARD_SEQUENCES']);
const NAMING_SETTINGS = new Set(['search_path', 'role', 'session_authorization']);
/** Settings that change how the client is answered, how long and how, but neither its rights nor what statements do. */
const OWN_SETTINGS = new Set(
  `search_path application_name statement_timeout lock_timeout idle_in_transaction_session_timeout idle_session_timeout
   transaction_timeout timezone datestyle intervalstyle extra_float_digits bytea_output client_min_messages xmloption
   xmlbinary transaction transaction_isolation transaction_read_only transaction_deferrable
   default_transaction_isolation default_transaction_read_only default_transaction_deferrable work_mem plan_cache_mode jit
   escape_string_warning cursor_tuple_fraction tcp_user_timeout`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const REMEMBERED = 1000;
const LONGEST_REMEMBERED = 10_000;
const remembered = new Map<string, Classified>();

/** Text that the grammar does not know counts as a write: the server may know it. */
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
  let statements: readonly Node[];
  try {
    statements = parser.parse(sql);
  } catch (error) {
    if (!(error instanceof NotParsed)) throw error;
    return OPAQUE;
  }
  return combine(statements.map(classifyStatement), statements);
}

function combine(parts: readonly Classified[], statements: readonly Node[]): Classified {
  const [first] = parts;
  if (first === undefined) return READ;
  if (parts.length === 1) return first;
  const refusal = parts.find((part) => part.kind === 'refused');
  if (refusal) return refusal;
  const sessions = parts.flatMap((part) => (part.kind === 'session' ? [part] : []));
  const effects = sessions.flatMap((part) => part.effects);
  const writes = parts.some((part) => part.kind === 'write');
  if (!writes) {
    const { names } = inspect(
      statements.filter((_, index) => parts[index]?.kind === 'read'),
      'own read',
    );
    if (sessions.length === 0) return { kind: 'read', names };
    return { kind: 'session', effects, asks: sessions.some((part) => part.asks), names };
  }
  if (effects.some(({ type }) => type !== 'names')) {
    return refused('A string that writes and also controls the transaction must be sent in parts.');
  }
  return sessions.length === 0 ? { ...OPAQUE, statements } : OPAQUE;
}

function classifyStatement(statement: Node): Classified {
  const write: Classified = { kind: 'write', statement };
  if ('SelectStmt' in statement) return readOr(write, statement);
  if ('TransactionStmt' in statement) return transaction(statement.TransactionStmt);
  if ('VariableSetStmt' in statement) return setting(statement.VariableSetStmt);
  if ('ExplainStmt' in statement) return explains(statement.ExplainStmt) ? readOr(write, statement) : write;
  if ('DeclareCursorStmt' in statement) return readOr(write, statement);
  if ('CopyStmt' in statement) return copiesOut(statement.CopyStmt) ? readOr(write, statement) : write;
  // The rest of the session goes with it: temporary tables with their rows, settings that row security reads.
  if ('DiscardStmt' in statement) return DISCARDS_PLANS.has(statement.DiscardStmt.target ?? '') ? READ : write;
  return Object.keys(statement).every((key) => HARMLESS.has(key)) ? READ : write;
}

function readOr(write: Classified, statement: Node): Classified {
  const { objection, names } = inspect([statement], 'own read');
  return objection === null ? { kind: 'read', names } : write;
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
  const setting = name.toLowerCase();
  const changesNames = NAMING_SETTINGS.has(setting) || kind === 'VAR_RESET_ALL';
  const effects: SessionEffect[] = changesNames ? [{ type: 'names' }] : [];
  return { kind: 'session', effects, asks: !isOwnSetting(setting, kind, args), names: NO_NAMES };
}

function isOwnSetting(name: string, kind: VariableSetStmt['kind'], args: VariableSetStmt['args']): boolean {
  if (kind === 'VAR_RESET_ALL') return false;
  if (OWN_SETTINGS.has(name) || name === 'session characteristics') return true;
  if (kind !== 'VAR_SET_VALUE') return false;
  const value = textOf(args?.[0])?.toLowerCase();
  if (name === 'client_encoding') return value === 'utf8' || value === 'utf-8' || value === 'unicode';
  return name === 'standard_conforming_strings' && value === 'on';
}

/**
 * Tells whether a read is explained, planned or run. A write that is only planned may run functions of its defaults and
 * rules.
 */
function explains({ query }: ExplainStmt): boolean {
  return query !== undefined && 'SelectStmt' in query;
}

function copiesOut({ is_from, is_program, filename }: CopyStmt): boolean {
  return !is_from && !is_program && filename === undefined;
}

function textOf(node: Node | undefined): string | undefined {
  return node !== undefined && 'A_Const' in node ? node.A_Const.sval?.sval : undefined;
}

function session(effect: SessionEffect): Classified {
  return { kind: 'session', effects: [effect], asks: false, names: NO_NAMES };
}

function refused(reason: string): Classified {
  return { kind: 'refused', reason };
}
