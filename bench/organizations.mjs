/** The number of policies of an experienced organization; none of them stops the load. */
const POLICIES = 10;

/** All calls of an organization have this window together, and none of them comes over its limit. */
const WINDOW = { window: { sum: 'payload.amount' }, per: 'organization', seconds: 3_600, operator: 'gt', value: 1e15 };

/**
 * Registers `count` organizations, each with policies, a live key and `sessions` sessions. `windowed`: a policy looks at a
 * window of every call.
 * @returns one target per session, so that neighbours belong to different organizations
 */
export async function registerTargets(service, count, sessions, windowed = false) {
  const organizations = [];
  for (let number = 0; number < count; number++)
    organizations.push(await register(service, number, sessions, windowed));
  return Array.from({ length: sessions }, (_, index) => organizations.map((targets) => targets[index])).flat();
}

async function register(service, number, sessions, windowed) {
  const name = `bench-${count()}-${number}`;
  const account = { email: `${name}@example.com`, password: 'correct horse battery staple', name };
  const { token } = await post(service, '/auth/register', account);
  const { key } = await post(service, '/api-keys', { name, kind: 'live' }, token);
  for (let policy = 0; policy < POLICIES; policy++) {
    const condition = { field: 'payload.amount', operator: 'gt', value: 1_000_000 };
    const wanted = { apiNamePattern: policy % 2 ? 'stripe.*' : `api${policy}.*`, condition, action: 'BLOCK' };
    await post(service, '/policies', wanted, token);
  }
  if (windowed)
    await post(service, '/policies', { apiNamePattern: 'stripe.*', condition: WINDOW, action: 'BLOCK' }, token);
  const targets = [];
  for (let session = 0; session < sessions; session++) {
    const wanted = { agentId: `agent-${session}`, intent: 'settle the open invoices' };
    const { id } = await post(service, '/sessions', wanted, key);
    targets.push({ path: `/sessions/${id}/actions`, authorization: `Bearer ${key}`, operator: `Bearer ${token}` });
  }
  return targets;
}

let registered = 0;
const count = () => registered++;

async function post(service, path, body, credential) {
  const headers = { 'content-type': 'application/json', ...(credential && { authorization: `Bearer ${credential}` }) };
  const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).data;
}
