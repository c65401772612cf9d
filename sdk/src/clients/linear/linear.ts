import type { ASTNode } from 'graphql';
import { print } from 'graphql/language/printer.js';
import { objectOf } from '../../method-client/one-parameter.js';
import type { Outgoing, Sent } from '../../method-client/outgoing.js';
import type { OperationType } from '../../wire/wire.js';
import type { Operation, WrapContext } from '../../wrapping/wrappable-connector.js';
import { mayMutate, mutationFields } from '../graphql-mutation.js';
import { anyArguments } from '../plain-signature.js';
import { unverifiedClient } from '../unverified.js';

const KINDS = ['Issue', 'Comment', 'Project', 'ProjectUpdate', 'ProjectMilestone', 'Document', 'Cycle', 'Attachment'];
const OTHERS = [
  'IssueLabel',
  'IssueRelation',
  'Initiative',
  'InitiativeUpdate',
  'Customer',
  'CustomerNeed',
  'Reaction',
];
const SETTINGS = ['Team', 'TeamMembership', 'WorkflowState', 'Webhook', 'CustomView', 'Favorite', 'Template'];
const VERBS: Readonly<Record<string, OperationType>> = {
  create: 'CREATE',
  update: 'UPDATE',
  delete: 'DELETE',
  archive: 'DELETE',
  unarchive: 'UPDATE',
};

type Request = (document: unknown, variables?: unknown) => Promise<unknown>;
interface Linear {
  readonly _request: Request;
  readonly client: { readonly url?: unknown };
}

/** All that a client answers (an issue has `update()`) sends its own calls as that client does. */
function clientProxy(client: object, outgoing: Outgoing, { operations }: WrapContext): object {
  const known = new Map(operations.map((operation) => [operation.path, operation]));
  const linear = client as Linear;
  const properties = Object.getOwnPropertyDescriptors(client);
  const asking =
    (send: (...args: unknown[]) => Promise<unknown>) =>
    async (document: unknown, ...args: unknown[]) => {
      const query = textOf(document);
      return outgoing.send(sentOf(linear.client.url, query, args[0], known), () => send(query, ...args));
    };
  const raw = linear.client as unknown as Record<string, Request>;
  const graphql = Object.create(Object.getPrototypeOf(raw), {
    ...Object.getOwnPropertyDescriptors(raw),
    request: { value: asking((...args) => Reflect.apply(raw.request as Request, raw, args)) },
    rawRequest: { value: asking((...args) => Reflect.apply(raw.rawRequest as Request, raw, args)) },
  });
  return Object.create(Object.getPrototypeOf(client), {
    ...properties,
    _request: { ...properties._request, value: asking((...args) => Reflect.apply(linear._request, linear, args)) },
    client: { ...properties.client, value: graphql },
  });
}

function sentOf(url: unknown, query: unknown, variables: unknown, known: ReadonlyMap<string, Operation>): Sent {
  const fields = mutationFields(query);
  const operations = fields.map((field) => operationOf(field, known));
  const [operation] = operations;
  const areFieldsKnown = fields.length > 0 && !fields.includes('');
  const address = URL.canParse(String(url)) ? new URL(String(url)) : null;
  return {
    method: 'POST',
    path: address?.pathname ?? '/graphql',
    ...(address && { host: address.host }),
    body: { query, variables },
    reads: !mayMutate(query),
    // A document with several mutations has no name.
    named: operation && fields.length === 1 ? { operation, payload: { args: [variables ?? {}] } } : null,
    mayDo: (areFieldsKnown ? operations : [...known.values()]).flatMap((one) => one?.apiName ?? []),
    simulate: (_, actionId) => ({ success: true, lastSyncId: 0, id: `simulated_${actionId}` }),
  };
}

/** `issueUpdate` is what `updateIssue()` sends. */
function operationOf(field: string, known: ReadonlyMap<string, Operation>): Operation | undefined {
  const [, kind = '', verb = ''] = /^([a-z]\w*?)([A-Z][a-z]+)$/.exec(field) ?? [];
  const name = `${verb.toLowerCase()}${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  return known.get(field) ?? known.get(name);
}

/** Returns the text of a parsed document as the client would write it; this text is sent instead. */
function textOf(document: unknown): unknown {
  const { kind } = objectOf(document);
  return kind === 'Document' ? print(document as ASTNode) : document;
}

/** `LinearClient` of `@linear/sdk`. */
export const linear = unverifiedClient({
  id: 'linear',
  expects: 'a LinearClient of @linear/sdk',
  recognises: (client) => 'createIssue' in client && 'client' in client && '_request' in client,
  sending: clientProxy,
  operations: Object.fromEntries([
    ...[...KINDS, ...OTHERS, ...SETTINGS].flatMap((kind) =>
      Object.entries(VERBS).map(([verb, type]): [string, OperationType] => [`${verb}${kind}`, type]),
    ),
    ...['createIssueBatch', 'updateIssueBatch', 'issueAddLabel', 'issueRemoveLabel', 'createOrganizationInvite'].map(
      (name): [string, OperationType] => [name, name.startsWith('create') ? 'CREATE' : 'UPDATE'],
    ),
  ]),
  signature: {
    ...anyArguments,
    callback: undefined,
    simulate: ({ actionId }) => ({ success: true, lastSyncId: 0, id: `simulated_${actionId}` }),
  },
});
