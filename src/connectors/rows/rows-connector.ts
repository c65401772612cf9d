import type { Connector, ConnectorContext } from '../connector.js';
import { describeChange } from './call/describe.js';
import { capture } from './capture/capture.js';
import type { Dialect } from './dialect.js';
import { plan, touches } from './outcome/plan.js';
import { probeOutcome } from './outcome/probe-outcome.js';
import { READ_REPLICA } from './table/replica.js';
import { transaction } from './table/transaction.js';
import { type Address, explain } from './table/trouble.js';
import { planReapply, reapply } from './undo/reapply.js';
import { undo } from './undo/undo.js';

type Abilities =
  | 'transport'
  | 'capture'
  | 'describeChange'
  | 'touches'
  | 'plan'
  | 'probeOutcome'
  | 'undo'
  | 'planReapply'
  | 'reapply'
  | 'probe';

/** The functions of a connector for a database with rows, in its dialect. */
export function rowsConnector(dialect: Dialect): Pick<Connector, Abilities | 'hasTransactions'> {
  return {
    hasTransactions: true,
    transport: dialect.transport,
    capture: (call, context) => capture(dialect, call, context),
    describeChange: (call, content) => describeChange(dialect.label, call, content),
    touches: (effect) => touches(dialect, effect),
    plan: (effect) => plan(dialect, effect),
    probeOutcome: (effect, context) => probeOutcome(dialect, effect, context),
    undo: (effect, onConflict, context) => undo(dialect, effect, onConflict, context),
    planReapply: (kept) => planReapply(dialect, kept),
    reapply: (kept, onConflict, context) => reapply(dialect, kept, onConflict, context),
    probe: (context) => probe(dialect, context),
  };
}

async function probe(dialect: Dialect, context: ConnectorContext): Promise<void> {
  let target: Address | null = null;
  let isReplica = false;
  try {
    target = dialect.parseTarget(context.credentials.connectionString);
    isReplica = await transaction(dialect, context, 'read', (session) => dialect.isReplica(session));
  } catch (error) {
    throw new Error(explain(dialect.errors, error, target).sentence);
  }
  if (isReplica) throw new Error(READ_REPLICA);
}
