import { isFields, nodeOf } from '#sql/postgres/tree';
import type { Capture, ConnectorContext, JsonObject } from '../../connector.js';
import { NotCapturable } from '../../rows/call/payload.js';
import type { Session } from '../../rows/table/session.js';
import { captureWithin, irreversible, type ReadStatement, readStatement } from '../query/capture-statement.js';
import { parametersOf } from '../query/statement-call.js';
import type { Statement } from './row-statement.js';

/** Statements that the surrounding transaction could not contain, or that need a stream of their own. */
const NEVER = ['TransactionStmt', 'CopyStmt'];

/** A free statement, which is run as it is written. */
export interface FreeStatement {
  /** True when, by its own words, it may run in a transaction that cannot write. */
  readonly isRead: boolean;
  /** True for a SELECT: it reads only as many rows as the answer holds. */
  readonly isQuery: boolean;
  /** True when it calls functions whose effect only the database knows. */
  readonly callsFunctions: boolean;
  readonly statement: Statement;
  readonly read: ReadStatement;
  piece(
    session: Session,
    context: ConnectorContext,
  ): Promise<{ statement: Statement; capture: () => Promise<Capture> }>;
}

/** The connection is the credential's own, so a bare name means the same there as here. */
const HERE = { bare: 'as here' } as const;

/** @throws NotCapturable for a statement that the service does not perform */
export async function freeStatement(payload: JsonObject): Promise<FreeStatement> {
  const read = await readStatement(payload);
  const { statements } = read.parsed;
  if (statements.length !== 1)
    throw new NotCapturable(`these are ${statements.length} statements; one is performed at a time`);
  const [kind = ''] = isFields(statements[0]) ? Object.keys(statements[0]) : [];
  if (NEVER.includes(kind)) throw new NotCapturable(`${kind.replace('Stmt', '').toUpperCase()} is not performed`);
  const { call, classified } = read;
  const params = parametersOf(
    call.values,
    call.values.map((_, i) => i + 1),
  );
  const statement = { sql: call.sql, params };
  const isRead = classified.kind === 'read' && nodeOf(statements[0], 'SelectStmt')?.lockingClause === undefined;
  return {
    isRead,
    isQuery: kind === 'SelectStmt',
    callsFunctions: classified.kind === 'read' && classified.findings.calls.size > 0,
    statement,
    read,
    piece: async (session, context) => ({
      statement,
      capture: async () => {
        if (classified.kind === 'irreversible') throw irreversible(classified.reason);
        if (classified.kind === 'read') throw irreversible('it calls what may do anything');
        return captureWithin(session, read, HERE, context);
      },
    }),
  };
}

export { HERE };
