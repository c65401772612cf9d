import type { Capture, Connector, ConnectorContext, JsonObject } from '../connector.js';
import { inexactIn } from '../exact-numbers.js';
import { UNKNOWN } from '../proof/proof.js';
import { sentenceOf } from '../resource/requests/trouble.js';
import { NotCapturable } from '../resource/resource.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { connect } from './client.js';
import { type Declaration, declarationOf, parseDeclarations } from './declaration.js';
import { facts } from './facts.js';
import { definitionOf } from './operations.js';
import { pathOf, providerOf } from './provider.js';
import { summaries } from './summaries.js';

const about = {
  id: 'http',
  facts,
  title: 'Any REST API',
  verified: true,
  apiVersion: 'JSON over HTTP',
  credentialFields: [
    {
      name: 'baseUrl',
      required: true,
      isPublic: true,
      description: 'https://host/path; the paths of calls are below it.',
    },
    { name: 'authorization', required: false, description: 'The value of the Authorization header.' },
    {
      name: 'probePath',
      required: false,
      isPublic: true,
      description: 'What a GET of proves the credential; / unless set.',
    },
    {
      name: 'operations',
      required: true,
      isPublic: true,
      description: 'JSON: what undoes which calls. docs/connectors/http.md shows how.',
    },
  ],
};
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Calls of an API that no other connector knows; what undoes them is what the operator declared. */
export const http: Connector = {
  ...about,
  summaries,
  operations: METHODS.map(definitionOf),
  capture,
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
    if (declaration) return connectorOf(declaration).undo(effect, onConflict, context);
    return { outcome: 'impossible', detail: 'No declaration says what undoes this call.', items: [] };
  },
  probe: async (context) => {
    parseDeclarations(context.credentials.operations);
    const { client, close } = await connect(context);
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

/** What was declared when the call was captured holds, whatever is declared since. */
async function capture(call: { apiName: string; payload: JsonObject }, context: ConnectorContext): Promise<Capture> {
  try {
    const declaration = declarationFor(call, parseDeclarations(context.credentials.operations));
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

function declarationFor({ apiName, payload }: { apiName: string; payload: JsonObject }, all: readonly Declaration[]) {
  const path = pathOf(payload);
  const method = METHODS.find((one) => definitionOf(one).apiName === apiName) ?? '';
  const found = declarationOf(method, path, all);
  if (!found) throw new NotCapturable(`No declaration says what undoes ${apiName} of ${path}.`);
  return found;
}

const declarationIn = (snapshot: JsonObject | null): Declaration | null =>
  (snapshot?.declaration as unknown as Declaration | undefined) ?? null;
