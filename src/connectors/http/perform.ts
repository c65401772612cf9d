import type {
  CallOutcome,
  Capture,
  ConnectorContext,
  Json,
  JsonObject,
  Noted,
  Performed,
  PerformedCall,
} from '../connector.js';
import { capturedVersion, isPreconditionFailed } from '../resource/precondition.js';
import { NotCapturable, type Performing } from '../resource/resource.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { objectOf } from '../resource/response.js';
import { about } from './about.js';
import { connect, type HttpClient } from './client.js';
import { type Allowed, type Declaration, isUndone } from './declaration.js';
import { declarationFor } from './declared.js';
import { definitionOf, reads } from './operations.js';
import { pathOf, providerOf } from './provider.js';

/** Makes a call that the operator has declared; nothing else is sent. */
export async function perform(call: PerformedCall, context: ConnectorContext): Promise<Performed> {
  try {
    const declaration = declarationFor(call, context);
    const { note } = context;
    const noting = note && { note: (noted: Noted) => note(withDeclaration(noted, declaration)) };
    const performed = await connectorOf(declaration).perform?.(call, { ...context, ...noting });
    return performed?.outcome === 'done' ? withDeclaration(performed, declaration) : refusedBy(performed);
  } catch (error) {
    if (error instanceof NotCapturable) return { outcome: 'refused', refusal: { message: error.message } };
    throw error;
  }
}

/** Uses the present declaration, because the API knows a key of former days by the same name. */
export async function outcomeOf(noted: Noted, call: PerformedCall, context: ConnectorContext): Promise<CallOutcome> {
  try {
    const outcome = await connectorOf(declarationFor(call, context)).outcomeOf?.(noted, call, context);
    return outcome ?? { outcome: 'open' };
  } catch (error) {
    if (error instanceof NotCapturable) return { outcome: 'open' };
    throw error;
  }
}

const refusedBy = (performed: Performed | undefined): Performed =>
  performed ?? { outcome: 'refused', refusal: { message: 'The call is not declared.' } };

function connectorOf(declaration: Declaration | Allowed) {
  const own = { ...about, performing: performing(declaration) };
  if (isUndone(declaration)) return resourceConnector(providerOf(declaration, own));
  const operations = [declaration.method === 'GET' ? reads : irreversible(declaration.method)];
  return resourceConnector<HttpClient>({ ...own, operations, connect, probe: async () => undefined });
}

const irreversible = (method: Declaration['method']) =>
  ({ ...definitionOf(method), reversibility: 'none', precapture: 'none' }) as const;

function performing(declaration: Declaration | Allowed): Performing<HttpClient> {
  const { method, idempotencyKey, contentType } = declaration;
  const isConditional = isUndone(declaration) && declaration.conditional === true;
  return {
    isKeyed: idempotencyKey !== undefined,
    mayEndInSlash: true,
    isConditional: ({ captured }) => isConditional && typeof capturedVersion(captured) === 'string',
    isOvertaken: (error) => isConditional && isPreconditionFailed(error),
    call: (client, _path, payload, key, captured) => {
      const met = isConditional ? capturedVersion(captured) : undefined;
      const headers = {
        ...(contentType !== undefined && payload.body !== undefined && { 'content-type': contentType }),
        ...(idempotencyKey !== undefined && { [idempotencyKey]: key }),
        ...(typeof met === 'string' && { 'if-match': met }),
      };
      return client.call(method, pathOf(payload) + queryOf(declaration, payload), payload.body, headers);
    },
  };
}

/** @throws NotCapturable for a name that is not declared */
function queryOf(declaration: Declaration | Allowed, { query }: JsonObject): string {
  const names = (!isUndone(declaration) && declaration.query) || [];
  const given = Object.entries(objectOf(query as Json | undefined));
  const other = given.find(([name]) => !names.includes(name));
  if (other) throw new NotCapturable(`the query may not have ${JSON.stringify(other[0])}: it is not declared`);
  const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** The snapshot is read by the declaration of when it was taken. */
function withDeclaration<T extends { readonly capture?: Capture | null }>(
  one: T,
  declaration: Declaration | Allowed,
): T {
  const { capture } = one;
  if (!capture?.captured) return one;
  const content = { ...capture.content, declaration: JSON.parse(JSON.stringify(declaration)) };
  return { ...one, capture: { ...capture, content } };
}
