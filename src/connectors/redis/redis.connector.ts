import { setTimeout as sleep } from 'node:timers/promises';
import type {
  CallOutcome,
  Connector,
  ConnectorContext,
  Effect,
  Kept,
  Noted,
  OperationDefinition,
  UndoPlan,
  UndoReport,
} from '../connector.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { capture } from './capture.js';
import { type RedisOperation, reversibles } from './operations.js';
import { perform } from './perform/perform.js';
import { asked, connected, provider } from './server/client.js';
import { recordOfKept } from './undo/kept.js';
import { describeChange, plan, planOf, touches } from './undo/plan.js';
import { probeOutcome } from './undo/probe-outcome.js';
import { undo, undoRecord } from './undo/undo.js';

/** The sentences that describe calls, by operation without the name of the connector (src/connectors/summary). */
const summaries: Readonly<Record<string, string>> = {
  'keys.set': 'Set {key} to {value:text}',
  'keys.setMany': 'Set {values}',
  'keys.del': 'Delete {keys}',
  'keys.expire': 'Expire {key} at {at}',
  'keys.persist': 'Keep {key} for good',
  'keys.rename': 'Rename {key} to {newKey}',
  'numbers.increment': 'Add {by} to {key}',
  'hashes.set': 'Set in {key}: {fields:changes}',
  'hashes.del': 'Delete from {key}: {fields}',
  'hashes.increment': 'Add {by} to {field} of {key}',
  'lists.push': 'Push to the {end} of {key}: {values:text}',
  'lists.pop': 'Pop[ {count}] from the {end} of {key}',
  'lists.remove': 'Remove {count} of {value} from {key}',
  'lists.set': 'Set place {index} of {key} to {value:text}',
  'lists.trim': 'Trim {key} to places {start} to {stop}',
  'lists.insert': 'Insert {where} {pivot} in {key}: {value:text}',
  'sets.add': 'Add to set {key}: {members}',
  'sets.remove': 'Remove from set {key}: {members}',
  'sets.pop': 'Take[ {count}] out of set {key}',
  'sortedSets.add': 'Add to {key}: {scores}',
  'sortedSets.remove': 'Remove from {key}: {members}',
  'sortedSets.increment': 'Add {by} to the score of {member} in {key}',
  'channels.publish': 'Publish to {channel}[: {message:text}]',
  'database.flush': 'Delete all keys[ of {place}]',
  'commands.execute': 'Redis {command} {args}',
};

const known = new Map(reversibles.map((operation) => [operation.apiName, operation]));
const others = resourceConnector(provider);

/** Keys, numbers, hashes, lists, sets and sorted sets of a Redis (7 or newer). */
export const redis: Connector = {
  ...others,
  summaries,
  operations: [...reversibles.map(withoutRule), ...others.operations].map((one) => ({ ...one, performs: true })),
  capture: (call, context) => {
    const operation = known.get(call.apiName);
    return operation ? capture(operation, call.payload, context) : others.capture(call, context);
  },
  describeChange: (call, snapshot) => {
    const operation = known.get(call.apiName);
    return operation ? describeChange(operation, { ...call, response: undefined, snapshot }) : null;
  },
  touches: (effect) => withOperation(effect, (operation) => touches(operation, effect)) ?? others.touches(effect),
  plan: (effect) => withOperation(effect, (operation) => plan(operation, effect)) ?? others.plan(effect),
  probeOutcome: async (effect, context) =>
    withOperation(effect, (operation) => probeOutcome(operation, effect, context)) ??
    others.probeOutcome(effect, context),
  undo: async (effect, onConflict, context) =>
    withOperation(effect, (operation) => undo(operation, effect, onConflict, context)) ??
    others.undo(effect, onConflict, context),
  perform: (call, context) => perform(known.get(call.apiName), call, context),
  outcomeOf: (noted, _, context) => outcomeOf(noted, context),
  planReapply: (kept) => (known.has(kept.apiName) ? planReapply(kept) : others.planReapply(kept)),
  reapply: async (kept, onConflict, context) =>
    known.has(kept.apiName) ? reapply(kept, onConflict, context) : others.reapply(kept, onConflict, context),
};

function withOperation<T>({ apiName }: Effect, work: (operation: RedisOperation) => T): T | undefined {
  const operation = known.get(apiName);
  return operation && work(operation);
}

function withoutRule({ rule: _, ...definition }: RedisOperation): OperationDefinition {
  return definition;
}

/**
 * Redis stores no author of a write. Once the connection of the attempt is ended, nothing of it can arrive any more,
 * and a read of the keys shows whether they hold the captured states.
 * @throws ProviderUnavailableError
 */
async function outcomeOf({ key }: Noted, context: ConnectorContext): Promise<CallOutcome> {
  const isEnded = await connected(context, async (client, place) => {
    // All connections of a server that was started again have ended.
    if (place.server !== null && place.server !== key.server) return true;
    if (typeof key.client !== 'number') return false;
    const [[error] = [null]] = await asked(() => client.pipeline([['client', 'KILL', 'ID', Number(key.client)]]));
    return error === null;
  });
  // A user without the right to end it: what was sent arrives within the time of a call, or never.
  if (!isEnded) await sleep(2 * context.timeoutMs);
  return { outcome: 'lost' };
}

const NOTHING_KEPT = 'What the undo replaced is not known.';

/** The plan of reapplying on the assumption that no other client has changed anything since; it reaches no server. */
function planReapply(kept: Kept): UndoPlan {
  const record = recordOfKept(kept);
  return record ? planOf(record) : { class: 'impossible', calls: [], remains: [], reason: NOTHING_KEPT };
}

/**
 * Restores the state that the undo of one call replaced.
 * @throws the errors of `undo`
 */
async function reapply(kept: Kept, onConflict: 'skip' | 'force', context: ConnectorContext): Promise<UndoReport> {
  const record = recordOfKept(kept);
  if (!record) return { outcome: 'impossible', detail: NOTHING_KEPT, items: [] };
  return undoRecord(kept, record, onConflict, context);
}
