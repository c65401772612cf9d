import { randomBytes } from 'node:crypto';
import { bearer, type Home } from './homes.js';
import type { Params } from './routes.js';
import type { Asked, Wire } from './wire.js';

/** The kinds of resources that the ids in a path can name. */
export type Resource =
  | 'session'
  | 'action'
  | 'effect'
  | 'rollback'
  | 'approval'
  | 'grant'
  | 'webhook'
  | 'policy'
  | 'agent'
  | 'apiKey'
  | 'browserSession'
  | 'personalToken'
  | 'invitation'
  | 'member'
  | 'group'
  | 'connector'
  | 'account';

/** Named by a value that all organizations share, not by an id of one organization. */
export const WITHOUT_OWNER: readonly (Resource | undefined)[] = [undefined, 'connector', 'account'];

/** The place of a resource: in an organization, for an agent, with a live or a test key. */
export interface Place {
  readonly home: Home;
  readonly agent: string;
  readonly simulated: boolean;
}

/** The parameters that name it; `as`: whom only this thing knows, in place of the principal. */
export type Made = Params & { readonly as?: string };

type Make = (wire: Wire, place: Place) => Promise<Made>;

const call = { apiName: 'crm.customer.update', operationType: 'UPDATE', payload: { id: 7 } };

/** The body of `POST /me/tokens`. */
export const personalToken = (name: string, scopes: readonly string[]) => ({
  name,
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  scopes,
});

/** A receiver that nothing reaches, for an event that does not occur in the matrix. */
export const NOWHERE = { url: 'https://127.0.0.1:1/', events: ['action.blocked'] };

const keyOf = ({ home, simulated }: Place): Asked => ({
  authorization: bearer(simulated ? home.testKey : home.liveKey),
});

const session = async (wire: Wire, place: Place): Promise<{ id: string }> => {
  const { id } = await wire.expectOk('POST', '/sessions', {
    ...keyOf(place),
    body: { agentId: place.agent, intent: 'look after customers' },
  });
  return { id };
};

const logged = async (wire: Wire, place: Place, status: string) => {
  const { id } = await session(wire, place);
  const action = await wire.expectOk('POST', `/sessions/${id}/actions`, { ...keyOf(place), body: { ...call, status } });
  return { id, actionId: action.id as string, approvalId: action.approval?.id as string };
};

const byOperator =
  (path: string, body: (name: string) => object): Make =>
  async (wire, { home }) => {
    const name = `matrix-${randomBytes(6).toString('hex')}`;
    const { id } = await wire.expectOk('POST', path, { authorization: bearer(home.operator), body: body(name) });
    return { id };
  };

export const MAKE: Readonly<Record<Resource, Make>> = {
  session,
  action: async (wire, place) => {
    const { id, actionId } = await logged(wire, place, 'CLEARED');
    return { id, actionId };
  },
  effect: async (wire, place) => {
    const { id, actionId } = await logged(wire, place, 'SUCCESS');
    return { id, actionId };
  },
  rollback: async (wire, place) => {
    const { id } = await logged(wire, place, 'SUCCESS');
    const { rollbackId } = await wire.expectOk('POST', `/sessions/${id}/rollback`, {
      authorization: bearer(place.home.operator),
    });
    return { id, rollbackId };
  },
  approval: async (wire, place) => ({ id: (await logged(wire, place, 'PENDING_APPROVAL')).approvalId }),
  grant: async (wire, place) => {
    const { approvalId } = await logged(wire, place, 'PENDING_APPROVAL');
    const { grant } = await wire.expectOk('POST', `/approvals/${approvalId}/approve`, {
      authorization: bearer(place.home.operator),
      body: { grant: { apiNamePattern: 'crm.*', maxUses: 1, minutes: 60 } },
    });
    return { id: grant.id };
  },
  webhook: byOperator('/settings/webhooks', () => NOWHERE),
  policy: byOperator('/policies', () => ({ apiNamePattern: 'nothing.*', action: 'ALLOW' })),
  agent: byOperator('/agents', (slug) => ({ slug })),
  apiKey: byOperator('/api-keys', (name) => ({ name, kind: 'live' })),
  browserSession: byOperator('/auth/browser-session', () => ({})),
  personalToken: byOperator('/me/tokens', (name) => personalToken(name, ['read'])),
  invitation: byOperator('/team/invitations', (name) => ({ email: `${name}@example.com` })),
  member: async (_, { home }) => ({ id: home.userId }),
  group: byOperator('/team/groups', (name) => ({ name })),
  connector: async () => ({ connector: 'postgres' }),
  account: async (wire) => {
    const email = `matrix-${randomBytes(6).toString('hex')}@example.com`;
    const body = { email, password: 'correct horse battery staple', name: 'Leaver' };
    return { as: bearer((await wire.expectOk('POST', '/auth/register', { body })).token) };
  },
};
