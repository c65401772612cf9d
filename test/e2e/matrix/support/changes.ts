import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../support/patience.mjs';
import type { Matrix } from './cells.js';
import type { Findings } from './findings.js';
import { bearer, type Home, newHome, newKey, UNREACHABLE } from './homes.js';
import { AGENT } from './principals.js';
import { personalToken } from './resources.js';
import { ABSENT } from './routes.js';

/** The second in which every change takes effect, in every process. */
const SECOND_MS = 1_000;

const call = { apiName: 'crm.customer.update', operationType: 'UPDATE', payload: { id: 7 } };

/** Changes permissions while they are cached: each credential has just been used, at every kind of route. */
export async function askChanges({ wire, db }: Pick<Matrix, 'wire' | 'db'>, findings: Findings): Promise<void> {
  const home = await newHome(wire, false);
  const { id: keyId, key } = await newKey(wire, home.operator);
  const { token } = await wire.expectOk('POST', '/auth/token', { body: { apiKey: key } });
  const live = bearer(home.liveKey);
  const operator = bearer(home.operator);
  const { id } = await wire.expectOk('POST', '/sessions', {
    authorization: live,
    body: { agentId: AGENT, intent: 'be changed' },
  });
  const see = async (
    what: string,
    code: string,
    method: string,
    path: string,
    authorization: string,
    body?: unknown,
  ) => {
    findings.cells++;
    findings.compare(what, code, (await wire.ask(method, path, { authorization, body })).code);
  };
  const log = (what: string, code: string, as = live, session = id, body: unknown = call) =>
    see(`logging ${what}`, code, 'POST', `/sessions/${session}/actions`, as, body);
  const read = (what: string, code: string, as: string) => see(`reading ${what}`, code, 'GET', `/sessions/${id}`, as);
  const raise = (set: string) =>
    db.query(`UPDATE organizations SET epoch = epoch + 1 ${set} WHERE id = $1`, [home.organizationId]);

  const derived = [bearer(key), bearer(token)];
  for (const as of derived) {
    await log('before the revocation', '201 ok', as);
    await read('before the revocation', '200 ok', as);
  }
  await wire.expectOk('DELETE', `/api-keys/${keyId}`, { authorization: operator });
  await sleep(SECOND_MS);
  for (const as of derived) {
    await log('nothing readable with a revoked key', '401 unauthenticated', as, id, '{"broken":');
    await log('in no session with a revoked key', '401 unauthenticated', as, ABSENT);
    await log('with a revoked key', '401 unauthenticated', as);
    await read('with a revoked key', '401 unauthenticated', as);
  }

  await askPolicies({ operator, wire }, findings, log);
  await askUnmatched({ operator, wire }, log);
  await askOffer({ operator, wire }, { session: id, live }, findings);
  await askToken({ operator, wire }, read);
  await askPause({ operator, wire }, log);

  await see('policies before the downgrade', '200 ok', 'GET', '/policies', operator);
  await raise(", plan = 'FREE'");
  await sleep(SECOND_MS);
  await see('policies after the downgrade', '403 plan-required', 'GET', '/policies', operator);
  await log('what waits for an approval after it', '403 plan-required', live, id, {
    ...call,
    status: 'PENDING_APPROVAL',
  });

  await read('before the password reset', '200 ok', operator);
  await db.query('UPDATE users SET token_version = token_version + 1 WHERE id = $1', [home.userId]);
  await raise('');
  await sleep(SECOND_MS);
  await read('after the password reset', '401 unauthenticated', operator);
  await log('after the password reset', '401 unauthenticated', operator);
}

type Log = (what: string, code: string) => Promise<void>;
type Read = (what: string, code: string, as: string) => Promise<void>;
type Operator = { operator: Home['operator'] } & Pick<Matrix, 'wire'>;

async function askPolicies({ operator: authorization, wire }: Operator, findings: Findings, log: Log): Promise<void> {
  const body = { apiNamePattern: 'crm.*', action: 'BLOCK' };
  await log('while there is no policy', '201 ok');
  const { id } = await wire.expectOk('POST', '/policies', { authorization, body });
  await sleep(SECOND_MS);
  await log('what a new policy blocks', '403 policy-blocked');
  for (const [enabled, code] of [
    [false, '201 ok'],
    [true, '403 policy-blocked'],
  ] as const) {
    const toggled = await wire.expectOk('PATCH', `/policies/${id}/toggle`, { authorization });
    findings.compare('a toggled policy', enabled, toggled.enabled);
    await sleep(SECOND_MS);
    await log(`when the policy is ${enabled ? 'enabled' : 'disabled'}`, code);
  }
  await wire.expectOk('DELETE', `/policies/${id}`, { authorization });
  await sleep(SECOND_MS);
  await log('when the policy is gone', '201 ok');
}

async function askUnmatched({ operator: authorization, wire }: Operator, log: Log): Promise<void> {
  await wire.expectOk('PUT', '/settings/policies', { authorization, body: { unmatched: 'BLOCK' } });
  await sleep(SECOND_MS);
  await log('what no policy matches, when that is blocked', '403 policy-blocked');
  const { state } = await wire.expectOk('GET', '/policies/state', { authorization });
  await wire.expectOk('POST', '/policies/changes', { authorization, body: { state, unmatched: 'ALLOW' } });
  await sleep(SECOND_MS);
  await log('what no policy matches, when a set of changes permits it', '201 ok');
}

/** An operation that is offered no more when its call is approved is not performed, whatever others offer. */
async function askOffer(
  { operator: authorization, wire }: Operator,
  { session, live }: { session: string; live: string },
  findings: Findings,
): Promise<void> {
  const offer = (agentOperations: readonly string[]) =>
    wire.expectOk('PUT', '/settings/credentials/postgres', {
      authorization,
      body: { values: UNREACHABLE, agentOperations },
    });
  await offer(['postgres.*']);
  const body = { apiName: 'postgres.tables.list', payload: {}, perform: true, status: 'PENDING_APPROVAL' };
  const path = `/sessions/${session}/actions`;
  const asked = await wire.expectOk('POST', `${path}?wait=0`, { authorization: live, body });
  await offer([]);
  await wire.expectOk('POST', `/approvals/${asked.approval.id}/approve`, { authorization, body: {} });
  const { performance } = await eventually(
    () => wire.expectOk('GET', `${path}/${asked.id}`, { authorization: live }),
    ({ performance: work }) => work.state === 'done',
  );
  findings.cells++;
  findings.compare('a call that is offered no more', 'operation-not-offered', performance.reason);
}

async function askToken({ operator: authorization, wire }: Operator, read: Read): Promise<void> {
  const body = personalToken('changed', ['read']);
  const { id, token } = await wire.expectOk('POST', '/me/tokens', { authorization, body });
  await read('with a personal token', '200 ok', bearer(token));
  await wire.expectOk('DELETE', `/me/tokens/${id}`, { authorization });
  await sleep(SECOND_MS);
  await read('with a revoked personal token', '401 unauthenticated', bearer(token));
}

async function askPause({ operator: authorization, wire }: Operator, log: Log): Promise<void> {
  const [agent] = await wire.expectOk('GET', '/agents', { authorization });
  const set = (status: string) => wire.expectOk('PUT', `/agents/${agent.id}`, { authorization, body: { status } });
  for (const [status, code] of [
    ['PAUSED', '403 agent-paused'],
    ['ACTIVE', '201 ok'],
  ] as const) {
    await set(status);
    await sleep(SECOND_MS);
    await log(`for an agent that is ${status}`, code);
  }
}
