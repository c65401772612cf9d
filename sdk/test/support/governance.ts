import { type Caller, newOrganization, type Organization, unique } from '../../../test/support/client.js';
import { eventually, patience } from '../../../test/support/patience.mjs';
import { Backstop } from '../../src/backstop.js';
import type { JsonObject } from '../../src/json.js';
import type { Session } from '../../src/session.js';
import { wrap } from '../../src/wrap.js';
import type { WrapOptions } from '../../src/wrapping/options.js';

export interface Governance extends Organization {
  readonly session: Session;
  wrap<T extends object>(client: T, options: WrapOptions): T;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into every answer.
  actions(): Promise<any[]>;
  policy(apiNamePattern: string, action: 'BLOCK' | 'REQUIRE_APPROVAL'): Promise<unknown>;
  /** Approves the next call that waits, as it is or with what `edit` makes of its payload. */
  approve(edit?: (payload: JsonObject) => JsonObject): Promise<void>;
  /** Approves the next call that waits, and the calls inside of its tool call in advance. */
  approveToolCall(): Promise<void>;
}

interface Wanted {
  readonly credentials?: { readonly connector: string; readonly values: Record<string, string> };
  readonly as?: (organization: Organization) => Caller;
  /** The function with which the SDK sends. */
  readonly fetch?: typeof fetch;
}

/** An organization of its own at the running service, and a session of its agent. */
export async function newGovernance({
  credentials,
  as = ({ agent }) => agent,
  fetch,
}: Wanted = {}): Promise<Governance> {
  const organization = await newOrganization();
  const { operator } = organization;
  if (credentials) {
    const stored = await operator.put(`/settings/credentials/${credentials.connector}`, { values: credentials.values });
    expect(stored.status).toBe(200);
  }
  const caller = as(organization);
  const backstop = new Backstop({
    baseUrl: caller.service.url,
    apiKey: caller.credential ?? '',
    ...(fetch && { fetch }),
  });
  const session = await backstop.createSession({ agentId: unique('agent'), intent: 'look after customers' });
  return {
    ...organization,
    session,
    wrap: (client, options) => wrap(client, session, { pollIntervalMs: 1_000, timeoutMs: patience(8_000), ...options }),
    actions: async () => (await operator.get(`/sessions/${session.id}`)).body.data.actions,
    policy: async (apiNamePattern, action) => {
      const made = await operator.post('/policies', { apiNamePattern, action, reason: 'For people to do.' });
      expect(made.status).toBe(201);
    },
    approve: async (edit) => {
      const waiting = await nextApproval(operator);
      const { payload } = (await operator.get(`/approvals/${waiting}`)).body.data;
      const approved = await operator.post(`/approvals/${waiting}/approve`, edit ? { payload: edit(payload) } : {});
      expect(approved.status).toBe(200);
    },
    approveToolCall: async () => {
      const waiting = await nextApproval(operator);
      const grant = { apiNamePattern: '*', within: 'tool-call', maxUses: 5, minutes: 5 };
      expect((await operator.post(`/approvals/${waiting}/approve`, { grant })).status).toBe(200);
    },
  };
}

async function nextApproval(operator: Caller): Promise<string> {
  const waiting = async () => (await operator.get('/approvals')).body.data;
  return (await eventually(waiting, ({ length }) => length > 0))[0].id;
}
