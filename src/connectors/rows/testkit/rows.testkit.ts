import type { Connector, ConnectorContext, Effect, JsonObject, UndoReport } from '../../connector.js';

/** A real server of one dialect, an agent and another client that change it, and an operator that undoes changes. */
export interface RowsWorld {
  readonly connector: Connector;
  readonly context: ConnectorContext;
  /** The schema of its tables. */
  readonly schema: string;
  /** The type of a key column that the database numbers. */
  readonly numbered: string;
  /** Runs SQL as another client; every value as text. */
  sql(text: string): Promise<Record<string, string | null>[]>;
  /** A transaction of another client, open until it is let go. */
  hold(text: string): Promise<(end?: 'COMMIT' | 'ROLLBACK') => Promise<void>>;
  /** Sends a statement, and cuts its connection as soon as the statement waits for a lock. */
  abandon(text: string): Promise<void>;
  /** Resolves when a statement waits for a lock. */
  transactionWaits(): Promise<void>;
  /** Creates a trigger that sets the column of each row before it is written; NEW is the row. */
  trigger(table: string, event: 'INSERT' | 'UPDATE', column: string, expression: string): Promise<void>;
  /** Captures, then runs the statement of the payload as the SDK does. */
  perform(verb: 'insert' | 'update' | 'delete', payload: JsonObject): Promise<Effect>;
  /** Leaves no table. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** The record of a call whose answer was lost. */
export async function recorded(
  { connector, context }: RowsWorld,
  verb: string,
  payload: JsonObject,
): Promise<Effect & { snapshot: JsonObject }> {
  const apiName = `${connector.id}.rows.${verb}`;
  const captured = await connector.capture({ apiName, payload }, context);
  if (!captured.captured) throw new Error(`not captured: ${captured.reason}`);
  return { apiName, payload, response: undefined, snapshot: JSON.parse(JSON.stringify(captured.content)) };
}

/** The result of each field. */
export function resultsOf(report: UndoReport): [string, string][] {
  return report.items.flatMap((item) => item.fields.map(({ field, result }): [string, string] => [field, result]));
}
