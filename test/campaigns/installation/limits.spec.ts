import { readFileSync } from 'node:fs';
import { type Answer, Caller, newOrganization, type Organization, unique } from '../../support/client.js';
import { errorOf } from '../../support/ledger.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

interface Route {
  readonly method: string;
  readonly path: string;
  readonly auth: 'public' | 'signature' | 'any' | 'operator';
  readonly limit?: [count: number, seconds: number];
}

/** The routes of `routes.json` that have a limit. */
const LIMITED = (JSON.parse(readFileSync('test/support/routes.json', 'utf8')) as Route[]).filter(({ limit }) => limit);

let service: ServiceProcess;
let existing: Route[];

beforeAll(async () => {
  service = await startService({ RATE_LIMIT_MULTIPLIER: '1', TRUST_PROXY: '127.0.0.1' });
  const there = await Promise.all(
    LIMITED.map(async ({ method, path }) => {
      const { headers } = await new Caller(service, null).request('OPTIONS', at(path));
      return headers.get('allow')?.split(', ').includes(method) ?? false;
    }),
  );
  existing = LIMITED.filter((_, index) => there[index]);
});
afterAll(() => service.stop());

const at = (path: string) =>
  path.replace(':id', '01890a5d-ac96-774b-bcce-b302099a8057').replace(':connector', 'postgres');

let addresses = 0;
const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${1 + (addresses % 250)}`;

/** A call that is counted and then goes nowhere: its body is of a type that the service does not accept. */
const knock = ({ method, path }: Route, credential: string | null, address: string): Promise<Answer> =>
  new Caller(service, credential).request(method, at(path), {
    ...(method !== 'GET' && { body: 'knock' }),
    headers: { 'content-type': 'text/plain', 'x-forwarded-for': address },
  });

const leftOf = ({ headers }: Answer) => Number(/^"default";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1]);

/** Exactly the limit passes, one by one, and the next is refused; all of them say how things stand. */
async function expectLimit({ method, path, limit }: Route, call: (index: number) => Promise<Answer>): Promise<void> {
  const [count, seconds] = limit ?? [0, 0];
  const answers: Answer[] = [];
  for (let index = 0; index <= count; index++) answers.push(await call(index));
  const refused = answers.flatMap(({ status }, index) => (status === 429 ? [index] : []));
  expect({ route: `${method} ${path}`, refused }).toEqual({ route: `${method} ${path}`, refused: [count] });
  expect(answers.map(leftOf)).toEqual([...Array.from({ length: count }, (_, index) => count - 1 - index), 0]);
  for (const { headers } of answers) expect(headers.get('ratelimit-policy')).toBe(`"default";q=${count};w=${seconds}`);
  const last = answers[count];
  expect(last && errorOf(last)).toBe('rate-limited');
  const retryAfter = Number(last?.headers.get('retry-after'));
  expect(last?.headers.get('ratelimit')).toBe(`"default";r=0;t=${retryAfter}`);
  expect(retryAfter).toBeGreaterThan(seconds - 30);
  expect(retryAfter).toBeLessThanOrEqual(seconds);
}

describe('the limits of docs/contract.md', () => {
  it('are those of fourteen routes, and each is there', () => {
    expect(LIMITED).toHaveLength(14);
    expect(existing).toEqual(LIMITED);
  });

  it('count public routes by address', async () => {
    const routes = existing.filter(({ auth }) => auth === 'public' || auth === 'signature');
    expect(routes.length).toBeGreaterThanOrEqual(3);
    for (const route of routes) {
      const address = newAddress();
      await expectLimit(route, () => knock(route, null, address));
      const neighbour = await knock(route, null, newAddress());
      expect(neighbour.status).not.toBe(429);
      expect(leftOf(neighbour)).toBe((route.limit?.[0] ?? 0) - 1);
    }
  });

  describe('for an authenticated caller', () => {
    let one: Organization;
    let other: Organization;
    beforeAll(async () => {
      [one, other] = [await newOrganization(), await newOrganization()];
    });
    const guarded = () => existing.filter(({ auth }) => auth === 'any' || auth === 'operator');

    it('count by organization, for each of its callers and addresses, and disturb no other', async () => {
      expect(guarded().length).toBeGreaterThanOrEqual(5);
      for (const route of guarded()) {
        const callers = route.auth === 'any' ? [one.operator, one.agent, one.testAgent] : [one.operator];
        await expectLimit(route, (index) =>
          knock(route, callers[index % callers.length]?.credential ?? null, newAddress()),
        );
        const others = await knock(route, other.operator.credential, newAddress());
        expect(others.status).not.toBe(429);
        expect(leftOf(others)).toBe((route.limit?.[0] ?? 0) - 1);
      }
    });

    it('give agents that knock at an operator’s route no part of the operators’ share', async () => {
      const routes = guarded().filter(({ auth }) => auth === 'operator');
      expect(routes.length).toBeGreaterThanOrEqual(3);
      const { operator, agent } = await newOrganization();
      for (const route of routes) {
        await expectLimit(route, () => knock(route, agent.credential, newAddress()));
        const answer = await knock(route, operator.credential, newAddress());
        expect(leftOf(answer)).toBe((route.limit?.[0] ?? 0) - 1);
      }
    });

    it('count by address for invalid credentials of any kind, and not for a valid one from the same address', async () => {
      const invalid = [null, 'nonsense', one.agent.credential?.replace(/.$/, 'x') ?? '', 'a.b.c'];
      for (const route of guarded()) {
        const address = newAddress();
        const seen: (string | null)[] = [];
        await expectLimit(route, async (index) => {
          const answer = await knock(route, invalid[index % invalid.length] ?? null, address);
          seen.push(errorOf(answer));
          return answer;
        });
        expect(seen.slice(0, -1)).toEqual(Array(route.limit?.[0]).fill('unauthenticated'));
        const { operator } = await newOrganization();
        expect((await knock(route, operator.credential, address)).status).not.toBe(429);
        expect(errorOf(await knock(route, null, newAddress()))).toBe('unauthenticated');
      }
    });
  });

  it('count failed logins like any other', async () => {
    const route = LIMITED.find(({ path }) => path === '/auth/login') as Route;
    const address = newAddress();
    const { email } = await newOrganization();
    const login = (password: string) =>
      new Caller(service, null).request('POST', '/auth/login', {
        body: { email, password },
        headers: { 'x-forwarded-for': address },
      });
    await expectLimit(route, (index) => login(index === 7 ? 'correct horse battery staple' : unique('wrong')));
    expect((await login('correct horse battery staple')).status).toBe(429);
  });
});

describe('an address behind a proxy', () => {
  const token = (to: ServiceProcess, forwarded: string) =>
    new Caller(to, null).request('POST', '/auth/token', { body: {}, headers: { 'x-forwarded-for': forwarded } });

  it('that is trusted is the one the proxy saw; what the client claims before it changes nothing', async () => {
    const address = newAddress();
    for (let index = 0; index < 60; index++) await token(service, `203.0.113.${index}, 10.0.0.${index}, ${address}`);
    expect((await token(service, address)).status).toBe(429);
    expect((await token(service, `unknown, ${address}`)).status).toBe(429);
    expect((await token(service, '203.0.113.1')).status).toBe(400);
  });

  it('that is IPv6 counts with all of its /64, with a port or without', async () => {
    const start = unique('').slice(1, 5);
    const host = (network: string, index: number) => `2001:db8:${start}:${network}:${index.toString(16)}::1`;
    for (let index = 0; index < 60; index++)
      await token(service, index % 2 ? host('a', index) : `[${host('a', index)}]:4000${index}`);
    expect((await token(service, host('a', 1_000))).status).toBe(429);
    expect((await token(service, host('b', 1))).status).toBe(400);
  });

  it('that is not trusted is the proxy’s own, whatever it forwards', async () => {
    const direct = await startService({ RATE_LIMIT_MULTIPLIER: '1', TRUST_PROXY: '192.0.2.1' });
    try {
      const answers: number[] = [];
      for (let index = 0; index < 61; index++) answers.push((await token(direct, newAddress())).status);
      expect(answers).toEqual([...Array(60).fill(400), 429]);
    } finally {
      await direct.stop();
    }
  });
});
