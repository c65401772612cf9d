import { setTimeout as sleep } from 'node:timers/promises';

/** The routes that `npm run policies` uses. The token is in a header alone: an address is logged by proxies. */
export function service(url, token) {
  const ask = async (method, path, body) => {
    const answer = await fetch(url.replace(/\/$/, '') + path, {
      method,
      redirect: 'error',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status === 429) {
      await sleep(1_000 * Number(answer.headers.get('retry-after') ?? 1));
      return ask(method, path, body);
    }
    const { data, error } = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${error?.detail ?? ''}`);
    return data;
  };
  let groups = null;
  /** A file names groups as people do; the service knows them by their ids. */
  const translated = async (approvers, from, to) => {
    if (!(approvers?.length > 0)) return approvers;
    groups ??= ask('GET', '/team/groups?limit=200');
    const known = await groups;
    return approvers.map((wanted) => {
      const found = known.find((group) => group[from] === wanted);
      if (!found) throw new Error(`The organization has no group ${JSON.stringify(wanted)}.`);
      return found[to];
    });
  };
  const byName = async (policy) => ({ ...policy, approvers: await translated(policy.approvers, 'id', 'name') });
  const byId = async (policy) => ({ ...policy, approvers: await translated(policy.approvers, 'name', 'id') });
  return {
    async set() {
      const set = await ask('GET', '/policies/state');
      return { ...set, policies: await Promise.all(set.policies.map(byName)) };
    },
    simulate: async (draft) => ask('POST', '/policies/simulate', await byId(draft)),
    advice: () => ask('GET', '/policies/advice'),
    async change({ create, change, ...request }) {
      const [created, changed] = [await Promise.all(create.map(byId)), await Promise.all(change.map(byId))];
      return ask('POST', '/policies/changes', { ...request, create: created, change: changed });
    },
  };
}
