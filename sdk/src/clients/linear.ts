import { UngovernedCallError } from '../errors.js';
import type { Way } from '../method-client/place.js';
import type { OperationType } from '../wire.js';
import { mayMutate } from './graphql-mutation.js';
import { anyArguments } from './plain-signature.js';
import { unverifiedClient } from './unverified.js';

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

const REASON = 'GraphQL mutations cannot be governed; call the method of the client, such as updateIssue().';
const RAW: Way = {
  kind: 'route',
  route: ([document]) =>
    typeof document === 'string' && !mayMutate(document) ? null : { kind: 'refuse', reason: REASON },
};

type Request = (document: unknown, variables?: unknown) => Promise<unknown>;
type Linear = { readonly _request: Request } & Record<string, (...args: unknown[]) => unknown>;

/** By twin: makes a call whose mutation goes out. */
const permits = new WeakMap<object, <T>(call: () => T) => T>();

/** All that a client answers (an issue has `update()`) sends its own calls as that client does. */
function twinOf(client: object): object {
  const { _request: request } = client as Linear;
  let isPermitted = false;
  const guarded: Request = async (document, variables) => {
    if (mayMutate(document) && !isPermitted) throw new UngovernedCallError(REASON);
    return request(document, variables);
  };
  const properties = Object.getOwnPropertyDescriptors(client);
  const twin = Object.create(Object.getPrototypeOf(client), {
    ...properties,
    _request: { ...properties._request, value: guarded },
  });
  // A method sends its document before it first waits.
  permits.set(twin, (call) => {
    isPermitted = true;
    try {
      return call();
    } finally {
      isPermitted = false;
    }
  });
  return twin;
}

/** `LinearClient` of `@linear/sdk`. */
export const linear = unverifiedClient({
  id: 'linear',
  expects: 'a LinearClient of @linear/sdk',
  recognises: (client) => 'createIssue' in client && 'client' in client && '_request' in client,
  twinOf,
  run:
    (client, path) =>
    (...args) =>
      permits.get(client)?.(() => (client as Linear)[path]?.(...args)),
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
  ways: { 'client.rawRequest': RAW, 'client.request': RAW },
});
