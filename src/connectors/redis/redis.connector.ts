import type { Connector, Effect, OperationDefinition } from '../connector.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { capture } from './capture.js';
import { type RedisOperation, reversibles } from './operations.js';
import { outcomeOf } from './perform/outcome.js';
import { perform } from './perform/perform.js';
import { provider } from './server/client.js';
import { summaries } from './summaries.js';
import { describeChange, plan, touches } from './undo/plan.js';
import { probeOutcome } from './undo/probe-outcome.js';
import { planReapply, reapply } from './undo/reapply.js';
import { undo } from './undo/undo.js';

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
