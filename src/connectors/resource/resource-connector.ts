import { Ajv, type ValidateFunction } from 'ajv';
import type { Connector, FieldChange, JsonObject, OperationDefinition } from '../connector.js';
import { capture } from './capture.js';
import { recordOf } from './items.js';
import { outcomeOf, perform } from './perform.js';
import { ask } from './read.js';
import { transportOf } from './requests/transport-of.js';
import { isOneSegment, leavesPath } from './requests/url-path.js';
import { withClient } from './requests/with-client.js';
import { isReversible, NotCapturable, type ResourceOperation, type ResourceProvider } from './resource.js';
import { plan, touches } from './undo/plan.js';
import { probeOutcome } from './undo/probe-outcome.js';
import { planReapply, reapply } from './undo/reapply.js';
import { compare } from './undo/three-way.js';
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

/** Describes the changes by the call field by field, from payload and snapshot alone. Null when they are unknown. */
function describeChange<C>(
  provider: ResourceProvider<C>,
  { apiName, payload }: { apiName: string; payload: JsonObject },
  snapshot: JsonObject,
): FieldChange[] | null {
  const operation = provider.operations.find((one) => one.apiName === apiName);
  if (!isReversible(operation)) return null;
  const record = recordOf(operation, { apiName, payload, response: undefined, snapshot });
  if (!record.possible) return newFields(operation, payload);
  const many = record.items.length > 1;
  return record.items.flatMap(({ address, before, after }) =>
    compare(before?.fields ?? null, after, null).map((one) => ({
      field: many ? `${operation.kind.label(address)} ${one.field}` : one.field,
      before: one.before,
      after: one.after,
    })),
  );
}

/** The fields, by the payload, of a resource that the call makes. */
function newFields<C>({ sets }: ResourceOperation<C>, payload: JsonObject): FieldChange[] | null {
  try {
    const fields = Object.entries(sets?.(payload, null, null) ?? {}).filter(([, after]) => after !== null);
    return sets ? fields.map(([field, after]) => ({ field, before: null, after })) : null;
  } catch (error) {
    if (error instanceof NotCapturable) return null;
    throw error;
  }
}

const ajv = new Ajv({ strict: false, allErrors: true });

/**
 * A payload outside its schema is not captured, because no undo restores the effect of an argument that the schema does
 * not name.
 */
function strictly<C>(operation: ResourceOperation<C>): ResourceOperation<C> {
  // Compiled when it is first needed: a process sees few of the operations there are.
  let isWithin: ValidateFunction | undefined;
  return {
    ...operation,
    addresses: (payload, response) => {
      isWithin ??= ajv.compile(operation.payloadSchema);
      if (!isWithin(payload)) throw new NotCapturable(problemOf(isWithin));
      return operation.addresses(payload, response);
    },
  };
}

/**
 * Checks that each value which a client puts into the path of a URL is one segment of it, or, for these members, has no
 * step up.
 */
function withinPath<C>(operation: ResourceOperation<C>, paths: readonly string[] = []): ResourceOperation<C> {
  return {
    ...operation,
    addresses: (payload, response) => {
      const addresses = operation.addresses(payload, response);
      const leaving = [...(addresses ?? []), operation.within?.(payload) ?? {}]
        .flatMap((address) => Object.entries(address))
        .find(([name, value]) => (paths.includes(name) ? leavesPath(value) : !isOneSegment(encodeURIComponent(value))));
      if (leaving)
        throw new NotCapturable(
          `${leaving[0]} is empty, steps up a path, or holds control characters or what separates parts of a URL`,
        );
      return addresses;
    },
  };
}

function problemOf({ errors }: ValidateFunction): string {
  const unknown = (errors ?? []).flatMap(({ params }) => params.additionalProperty ?? []);
  if (unknown.length > 0) return `what ${[...new Set(unknown)].join(', ')} does is not undone`;
  const { instancePath = '', message = '' } = errors?.[0] ?? {};
  return `the payload is not one that is known: ${[instancePath, message].join(' ').trim()}`;
}
