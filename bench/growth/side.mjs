import pg from 'pg';

/** Enough for a route that takes one away each time. */
const IDS = 600;

const POOLS = {
  sessions: `SELECT id FROM sessions WHERE organization_id = $1`,
  active: `SELECT id FROM sessions WHERE organization_id = $1 AND display_status = 'ACTIVE'`,
  pending: `SELECT id FROM approvals WHERE organization_id = $1 AND status = 'PENDING'`,
  agents: `SELECT id FROM agents WHERE organization_id = $1`,
};

/** One of the two services, as the measured organization sees it. */
export async function newSide(name, service, url, account) {
  const ids = await idsOf(url, account.organization);
  const caller = (credential) => callerOf(service.url, credential);
  const agent = caller(account.key);
  const side = {
    ...account,
    name,
    ids,
    made: {},
    public: caller(null),
    agent,
    operator: caller(account.token),
    /** One of them at random. */
    pick: (pool) => ids[pool][Math.floor(Math.random() * ids[pool].length)],
    /** One that no other request gets. */
    take: (pool) => {
      const id = ids[pool].pop();
      if (!id) throw new Error(`There are too few ${pool} in ${name}.`);
      return id;
    },
    monthAgo: (months) => new Date(Date.now() - months * 30 * 86_400_000).toISOString(),
    asked: async (call) => {
      const session = side.pick('active');
      return { session, ...(await agent.post(`/sessions/${session}/actions`, call)) };
    },
    /** A session of its own, with one call. */
    reported: async (call) => {
      const { id: session } = await agent.post('/sessions', {
        agentId: 'agent-3',
        intent: 'keep the customers up to date',
      });
      return {
        session,
        ...(await agent.post(`/sessions/${session}/actions`, { ...call, status: 'SUCCESS', response: {} })),
      };
    },
    waiting: (call) => agent.post(`/sessions/${side.pick('active')}/actions`, { ...call, status: 'PENDING_APPROVAL' }),
  };
  return side;
}

async function idsOf(url, organization) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ids = {};
  for (const [name, text] of Object.entries(POOLS)) {
    const { rows } = await client.query(`${text} ORDER BY random() LIMIT ${IDS}`, [organization]);
    ids[name] = rows.map(({ id }) => id);
  }
  await client.end();
  return ids;
}

/** Answers `data`; anything but 2xx is an error. */
export function callerOf(base, credential) {
  const request = async (method, path, body, key) => {
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(credential && { authorization: `Bearer ${credential}` }),
      ...(key && { 'idempotency-key': key }),
    };
    const answer = await fetch(base + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text).data;
  };
  return {
    get: (path) => request('GET', path),
    post: (path, body, key) => request('POST', path, body, key),
    put: (path, body) => request('PUT', path, body),
    patch: (path, body) => request('PATCH', path, body),
    delete: (path) => request('DELETE', path),
  };
}

/** Uses as many ids of each kind on both sides, so that the service's caches do not distinguish them. */
export function level(sides) {
  for (const pool of Object.keys(POOLS)) {
    const least = Math.min(...sides.map(({ ids }) => ids[pool].length));
    for (const { ids } of sides) ids[pool].length = least;
  }
}
