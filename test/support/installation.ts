import type { AuditEntry } from '../../src/audit/audit-entry.js';
import { auditOf } from './audit.js';
import { Caller, newOrganization, type Organization } from './client.js';
import { CUSTOMERS, changeCustomers, FORCE_UNPROVED, writesTo } from './counted-customers.js';
import { newCustomerDatabase } from './customer-database.js';
import { login } from './operators.js';
import type { Service, ServiceProcess } from './service.mjs';

/**
 * The data that an operator would miss: an account, keys, a credential in use, a policy, an audit log and a session to
 * undo.
 */
export interface Installation {
  readonly organization: Organization;
  readonly customers: Awaited<ReturnType<typeof newCustomerDatabase>>;
  readonly session: string;
  readonly seen: Awaited<ReturnType<typeof lookAt>>;
}

export async function newInstallation(service: ServiceProcess): Promise<Installation> {
  const customers = await newCustomerDatabase();
  await customers.pool.query(CUSTOMERS);
  const organization = await newOrganization(service);
  const { operator } = organization;
  await storeCredential(operator, customers.url);
  const rule = { apiNamePattern: 'mail.*', action: 'BLOCK', reason: 'No mail from here.' };
  expect((await operator.post('/policies', rule)).status).toBe(201);
  const session = await changeCustomers(service, organization, customers);
  return { organization, customers, session, seen: await lookAt(service, organization, session) };
}

export async function storeCredential(operator: Caller, connectionString: string): Promise<void> {
  const stored = await operator.put('/settings/credentials/postgres', { values: { connectionString } });
  expect(stored.status).toBe(200);
}

/** Shows that another service has all of it; undoes the session there, which takes the credential and the snapshots. */
export async function expectAllOf({ organization, customers, session, seen }: Installation, service: Service) {
  expect(await lookAt(service, organization, session)).toEqual(seen);
  expect((await login(service, organization.email)).status).toBe(200);
  const [operator, agent] = [organization.operator.at(service), organization.agent.at(service)];
  const call = { apiName: 'mail.messages.send', operationType: 'EXECUTE', payload: {} };
  const blocked = await agent.post(`/sessions/${session}/actions`, call);
  expect([blocked.status, blocked.body.error.detail]).toEqual([403, 'No mail from here.']);
  const undone = await operator.post(`/sessions/${session}/rollback`, FORCE_UNPROVED);
  const outcomes = undone.body.data.results.map(({ outcome }: { outcome: string }) => outcome);
  expect(outcomes).toEqual(Array(4).fill('ROLLED_BACK'));
  expect(await writesTo(customers)).toEqual(['4: 10', '3: 10', '2: 10', '1: 10']);
  expect((await auditAt(service, organization)).length).toBeGreaterThan(seen.audit.length);
}

/**
 * Reads with the operator's earlier token and the agent's earlier key, and expects the audit log to be one whole chain.
 */
async function lookAt(service: Service, organization: Organization, session: string) {
  const [operator, agent] = [organization.operator.at(service), organization.agent.at(service)];
  const answers = [
    await operator.get('/me'),
    await operator.get('/policies'),
    await operator.get('/settings/credentials'),
    await agent.get(`/sessions/${session}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  return { data: answers.map(({ body }) => body.data), audit: await auditAt(service, organization) };
}

const auditAt = (service: Service, { id, operator }: Organization): Promise<AuditEntry[]> =>
  auditOf({ id, operator: operator.at(service) });
