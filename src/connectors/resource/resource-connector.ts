import type { Connector, OperationDefinition } from '../connector.js';
import { capture } from './capture.js';
import { describeChange } from './describe.js';
import { outcomeOf, perform } from './perform.js';
import { ask } from './read.js';
import { transportOf } from './requests/transport-of.js';
import { withClient } from './requests/with-client.js';
import { isReversible, type ResourceOperation, type ResourceProvider } from './resource.js';
import { strictly, withinPath } from './strictly.js';
import { plan, touches } from './undo/plan.js';
import { probeOutcome } from './undo/probe-outcome.js';
import { planReapply, reapply } from './undo/reapply.js';
import { undo } from './undo/undo.js';

/** A connector of a provider that reads and writes one resource at a time. */
export function resourceConnector<C>(described: ResourceProvider<C>): Connector {
  const { id, title, verified, apiVersion, credentialFields, facts, access } = described;
  const operations = described.operations.map((one) => (isReversible(one) ? guarded(one, described) : one));
  const provider = { ...described, operations };
  const connector: Connector = {
    id,
    title,
    verified,
    apiVersion,
    credentialFields,
    ...(access && { access }),
    transport: transportOf(described),
    facts,
    operations: operations.map((one) => ({
      ...toDefinition(one),
      ...(provider.performing && { performs: one.performs ?? true }),
    })),
    summaries: described.summaries,
    capture: (call, context) => capture(provider, call, context),
    describeChange: (call, snapshot) => describeChange(provider, call, snapshot),
    touches: (effect) => touches(provider, effect),
    plan: (effect) => plan(provider, effect),
    probeOutcome: (effect, context) => probeOutcome(provider, effect, context),
    undo: (effect, onConflict, context) => undo(provider, effect, onConflict, context),
    planReapply: (kept) => planReapply(provider, kept),
    reapply: (kept, onConflict, context) => reapply(provider, kept, onConflict, context),
    ...(provider.performing && {
      perform: (call, context) => perform(provider, call, context),
      outcomeOf: (noted, call, context) => outcomeOf(provider, noted, call, context),
    }),
    probe: (context) =>
      withClient(provider, context, async (client) => {
        const answer = await ask(provider, async () => ({ found: await provider.probe(client) }));
        if (!answer) throw new Error('the provider answers 404: check the base URL');
      }),
  };
  PROVIDERS.set(connector, provider as ResourceProvider<unknown>);
  return connector;
}

const PROVIDERS = new WeakMap<Connector, ResourceProvider<unknown>>();

/**
 * The provider of which a connector of resources was made, for tests that go over all operations. Undefined for any
 * other connector.
 */
export const providerBehind = (connector: Connector) => PROVIDERS.get(connector);

function guarded<C>(operation: ResourceOperation<C>, { isPathFree, paths }: ResourceProvider<C>): ResourceOperation<C> {
  return isPathFree ? strictly(operation) : withinPath(strictly(operation), paths);
}

/** The form that the registry shows, without the functions. */
function toDefinition(operation: OperationDefinition): OperationDefinition {
  const { apiName, resource, verb, operationType, reversibility, inverse, precapture, payloadSchema, notes } =
    operation;
  const { driftSignal = null, undoableForHours } = operation;
  return {
    apiName,
    resource,
    verb,
    operationType,
    reversibility,
    inverse,
    precapture,
    payloadSchema,
    notes,
    driftSignal,
    ...(undoableForHours !== undefined && { undoableForHours }),
  };
}
