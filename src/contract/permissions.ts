import type { TokenScope } from './token-scopes.js';

/**
 * The rights of callers. A route of operators names one of them in its `@Access`; a service calls `may` when callers of
 * one route get different answers. A new permission is one line here; `scopes` are those of personal tokens that
 * include it, and a permission without any is for people who have signed in.
 */
export const PERMISSIONS = {
  'manage-own-account': { heldBy: 'USER', about: 'Read and change the own account, its browsers and its sign-in.' },
  'read-members': { heldBy: 'USER', scopes: ['read'], about: 'List the members of the organization.' },
  'manage-members': { heldBy: 'USER', about: 'Invite members, revoke invitations and remove members.' },
  'read-groups': { heldBy: 'USER', scopes: ['read', 'policies'], about: 'List the groups of members.' },
  'manage-groups': { heldBy: 'USER', about: 'Create, change and delete groups of members.' },
  'manage-billing': { heldBy: 'USER', about: 'Open the billing portal.' },
  'read-api-keys': { heldBy: 'USER', scopes: ['read'], about: 'List API keys, without their secrets.' },
  'manage-api-keys': { heldBy: 'USER', about: 'Create and revoke API keys.' },
  'read-audit-log': { heldBy: 'USER', scopes: ['read'], about: 'Read the audit log.' },
  'read-attention': { heldBy: 'USER', scopes: ['read'], about: 'See what waits, what is wrong and what was changed.' },
  'read-metrics': { heldBy: 'USER', scopes: ['read'], about: 'Read the figures of the organization.' },
  'read-agents': { heldBy: 'USER', scopes: ['read'], about: 'List agents and read one.' },
  'manage-agents': { heldBy: 'USER', about: 'Register, change, pause, resume and delete agents.' },
  'read-sessions': {
    heldBy: 'USER',
    scopes: ['read'],
    about: 'List sessions, plan to undo what an agent did, and read how sessions kept to their intent.',
  },
  'mark-intent': { heldBy: 'USER', about: 'Mark sessions and calls as fine or as drift.' },
  'manage-intent': { heldBy: 'USER', about: 'Read and change how intent is judged.' },
  'roll-back': { heldBy: 'USER', about: 'Undo single calls, and what an agent did since a moment.' },
  'settle-effects': { heldBy: 'USER', about: 'Record what became of an effect that no connector can determine.' },
  'erase-calls': { heldBy: 'USER', about: 'Erase the arguments and the answer of a call.' },
  'purge-sessions': { heldBy: 'USER', about: 'Delete a session with its calls.' },
  'read-approvals': { heldBy: 'USER', scopes: ['read', 'decide'], about: 'List approvals.' },
  'decide-approvals': {
    heldBy: 'USER',
    scopes: ['decide'],
    about: 'Approve, edit and reject calls that wait for an approval.',
  },
  'read-grants': { heldBy: 'USER', scopes: ['read', 'decide'], about: 'List grants.' },
  'revoke-grants': { heldBy: 'USER', scopes: ['decide'], about: 'Revoke grants.' },
  'read-policies': {
    heldBy: 'USER',
    scopes: ['read', 'policies'],
    about: 'List policies and their statistics, and simulate drafts.',
  },
  'manage-policies': {
    heldBy: 'USER',
    scopes: ['policies'],
    about: 'Create, change, enable, disable and delete policies.',
  },
  'read-redaction': {
    heldBy: 'USER',
    scopes: ['read'],
    about: 'Read what is replaced in calls before they are stored.',
  },
  'manage-redaction': { heldBy: 'USER', about: 'Change what is replaced in calls before they are stored.' },
  'read-credentials': {
    heldBy: 'USER',
    scopes: ['read'],
    about: 'List stored credentials without their secrets, and the health of connectors.',
  },
  'manage-credentials': { heldBy: 'USER', about: 'Store and delete the credentials of connectors.' },
  'read-webhooks': { heldBy: 'USER', scopes: ['read'], about: 'List webhooks and their deliveries.' },
  'manage-webhooks': { heldBy: 'USER', about: 'Create, change, test and delete webhooks.' },
  'read-captured-values': {
    heldBy: 'USER',
    scopes: ['read', 'decide'],
    about: 'See who decided, and the values that were read with a stored credential.',
  },
  'force-rollback': { heldBy: 'USER', about: 'Undo a call although its resource has changed since.' },
  'undo-without-proof': {
    heldBy: 'USER',
    about: 'Undo a call of which only its client says that it took effect, or that ran against a policy.',
  },
  'roll-back-often': { heldBy: 'USER', about: 'Begin rollbacks of a session without a daily limit.' },
  'run-approved-calls': { heldBy: 'API_KEY', about: 'Run a call that waited for an approval.' },
} as const satisfies Readonly<Record<string, Entry>>;

interface Entry {
  readonly heldBy: 'USER' | 'API_KEY';
  readonly about: string;
  readonly scopes?: readonly TokenScope[];
}

export type Permission = keyof typeof PERMISSIONS;

/** The permissions that a route of operators may name. */
export type OperatorPermission = {
  [P in Permission]: (typeof PERMISSIONS)[P]['heldBy'] extends 'USER' ? P : never;
}[Permission];
