import type { Capture, Connector, ConnectorContext, JsonObject, Kept } from '../connector.js';
import { inexactIn } from '../exact-numbers.js';
import { UNKNOWN } from '../proof/proof.js';
import { transportOf } from '../resource/requests/transport-of.js';
import { sentenceOf } from '../resource/requests/trouble.js';
import { reachable } from '../resource/requests/with-client.js';
import { NotCapturable } from '../resource/resource.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { about } from './about.js';
import { connect } from './client.js';
import { type Declaration, isUndone, parseDeclarations } from './declaration.js';
import { declarationFor } from './declared.js';
import { definitionOf, METHODS, reads } from './operations.js';
import { outcomeOf, perform } from './perform.js';
import { providerOf } from './provider.js';

/** The sentences that describe calls, by operation without the name of the connector (src/connectors/summary). */
const summaries: Readonly<Record<string, string>> = {
  'requests.post': 'POST {path}[ {body:text}]',
  'requests.put': 'PUT {path}[ {body:text}]',
  'requests.patch': 'PATCH {path}[ {body:text}]',
  'requests.delete': 'DELETE {path}[ {body:text}]',
};

/** Calls of an API that no other connector knows; the operator declares how they are undone. */
export const http: Connector = {
  ...about,
  transport: transportOf(about),
  summaries,
  operations: [...METHODS.map(definitionOf), reads].map((one) => ({ ...one, performs: true as const })),
  capture,
  perform,
  outcomeOf: outcomeOf,
  describeChange: (call, snapshot) => {
    const declaration = declarationIn(snapshot);
    return (declaration && connectorOf(declaration).describeChange?.(call, snapshot)) ?? null;
  },
  touches: (effect) => {
    const declaration = declarationIn(effect.snapshot);
    return declaration ? connectorOf(declaration).touches(effect) : [];
  },
  plan: (effect) => {
    const declaration = declarationIn(effect.snapshot);
    const reason = 'No declaration says what undoes this call.';
    return declaration
      ? connectorOf(declaration).plan(effect)
      : { class: 'impossible', calls: [], remains: [], reason };
  },
  probeOutcome: async (effect, context) => {
    const declaration = declarationIn(effect.snapshot);
    return declaration ? connectorOf(declaration).probeOutcome(effect, context) : UNKNOWN;
  },
  undo: async (effect, onConflict, context) => {
    const declaration = declarationIn(effect.snapshot);
    if (declaration) return connectorOf(declaration).undo(effect, onConflict, declaring(declaration, context));
    return { outcome: 'impossible', detail: 'No declaration says what undoes this call.', items: [] };
  },
  planReapply: (kept) => {
    const found = declaredIn(kept);
    if (typeof found === 'string') return { class: 'impossible', calls: [], remains: [], reason: found };
    return connectorOf(found).planReapply(kept);
  },
  reapply: async (kept, onConflict, context) => {
    const found = declaredIn(kept);
    if (typeof found === 'string') return { outcome: 'impossible', detail: found, items: [] };
    return connectorOf(found).reapply(kept, onConflict, declaring(found, context));
  },
  probe: async (context) => {
    parseDeclarations(context.credentials.operations);
    const { client, close } = await connect(reachable(about, context));
    try {
      await client.ask('GET', context.credentials.probePath || '/');
    } catch (error) {
      throw new Error(sentenceOf(error));
    } finally {
      await close();
    }
  },
};

const connectorOf = (declaration: Declaration) => resourceConnector(providerOf(declaration, about));

/** The declaration at the time of the capture holds, whatever is declared later. */
async function capture(call: { apiName: string; payload: JsonObject }, context: ConnectorContext): Promise<Capture> {
  try {
    const declaration = declarationFor(call, context);
    if (!isUndone(declaration))
      throw new NotCapturable(`The declaration of ${call.apiName} says nothing that undoes it.`);
    const captured = await connectorOf(declaration).capture(call, context);
    if (!captured.captured) return captured;
    const inexact = inexactIn(captured.content);
    if (inexact !== null)
      throw new NotCapturable(`the state holds the number ${inexact}, which cannot be kept exactly`);
    return { ...captured, content: { ...captured.content, declaration: JSON.parse(JSON.stringify(declaration)) } };
  } catch (error) {
    if (error instanceof NotCapturable) return { captured: false, reason: error.message };
    throw error;
  }
}

/** The replaced contents of an undo are stored with the declaration by which they are read and written. */
function declaring(declaration: Declaration, context: ConnectorContext): ConnectorContext {
  const { memory } = context;
  if (!memory) return context;
  const note: typeof memory.note = (traces, replaced = []) =>
    memory.note(
      traces,
      replaced.map((one) => ({ ...one, content: declared(one.content, declaration) })),
    );
  return { ...context, memory: Object.assign(Object.create(memory) as typeof memory, { note }) };
}

function declared(content: JsonObject, declaration: Declaration): JsonObject {
  const inexact = inexactIn(content);
  if (inexact !== null) return { inexact };
  return { ...content, declaration: JSON.parse(JSON.stringify(declaration)) };
}

/** A sentence when it cannot be reapplied. */
function declaredIn({ contents }: Kept): Declaration | string {
  const inexact = contents.find((content) => typeof content.inexact === 'string')?.inexact;
  if (inexact !== undefined) return `What the undo replaced holds the number ${inexact}, which cannot be kept exactly.`;
  return declarationIn(contents[0] ?? null) ?? 'No declaration says what undoes this call.';
}

const declarationIn = (snapshot: JsonObject | null): Declaration | null =>
  (snapshot?.declaration as unknown as Declaration | undefined) ?? null;
