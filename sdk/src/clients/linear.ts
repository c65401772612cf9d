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

const RAW: Way = {
  kind: 'route',
  route: ([document]) =>
    typeof document === 'string' && !mayMutate(document)
      ? null
      : { kind: 'refuse', reason: 'GraphQL mutations cannot be governed; call the method, such as updateIssue().' },
};

/** `LinearClient` of `@linear/sdk`. */
export const linear = unverifiedClient({
  id: 'linear',
  expects: 'a LinearClient of @linear/sdk',
  recognises: (client) => 'createIssue' in client && 'client' in client,
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
