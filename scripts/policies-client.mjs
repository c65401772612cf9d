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
  return {
    set: () => ask('GET', '/policies/state'),
    simulate: (draft) => ask('POST', '/policies/simulate', draft),
    advice: () => ask('GET', '/policies/advice'),
    change: (request) => ask('POST', '/policies/changes', request),
  };
}
