import type { Connector, ConnectorContext, FieldChange, JsonObject } from '../connector.js';
import { changesOf } from './call/changes.js';
import { onlyReads } from './call/effect.js';
import { partsOf } from './call/parts.js';
import { tryRecordedCall } from './call/recorded-call.js';
import { capture } from './capture/capture.js';
import { readSnapshot } from './capture/snapshot.js';
import type { Dialect } from './dialect.js';
import { plan, touches } from './outcome/plan.js';
import { probeOutcome } from './outcome/probe-outcome.js';
import { type NameLabel, namesOf } from './table/names.js';
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

/** Describes the changes row by row and column by column, without unchanged values. Null when they are unknown. */
function describeChange(
  label: NameLabel,
  { apiName, payload }: { apiName: string; payload: JsonObject },
  content: JsonObject,
): FieldChange[] | null {
  if (onlyReads({ apiName, snapshot: content })) return [];
  const whole = readSnapshot(content);
  if (whole === null) return null;
  const changes: FieldChange[] = [];
  for (const snapshot of partsOf(whole)) {
    const call = tryRecordedCall(apiName, payload, snapshot);
    if (typeof call === 'string') return null;
    changes.push(...changesOf(call, snapshot.rows, namesOf(label, snapshot), snapshot.query?.after));
  }
  return changes;
}
