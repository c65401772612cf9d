import type { By, Change } from '../../audit/audit-entry.js';
import type { ClientFacts } from './client-facts.js';

interface User {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
}

/** Describes a user's sign-in for the audit of their organization: the user, the request, and the address. */
export function signInChange(
  action:
    | 'member.signed-in'
    | 'member.proof-failed'
    | 'member.browser-session-started'
    | 'member.browser-session-ended',
  { id, organizationId, email: label }: User,
  { address, requestId }: Pick<ClientFacts, 'address' | 'requestId'>,
  more: Readonly<Record<string, unknown>> = {},
): [By, Change] {
  const by: By = { kind: 'USER', id, label, organizationId, requestId };
  return [by, { action, target: { type: 'member', id }, before: null, after: { address, ...more } }];
}
