import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Answer, Caller, newOrganization, newSession, unique } from '../../support/client.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService, testEnvironment } from '../../support/service.mjs';

const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.type.split('/').at(-1) ?? 'ok'}`;
const withDatabase = (url = '', database = '') => url.replace(/\/[^/]*$/, `/${database}`);

async function using<T>(service: ServiceProcess, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await service.stop();
  }
}

/** Returns the output of a start that is refused, with its stack traces if there are any. */
async function refusal(env: Record<string, string>): Promise<string> {
  const run = promisify(execFile)(process.execPath, ['dist/bundle/main.js'], {
    env: { PATH: process.env.PATH, ...env },
  });
  const { code, stderr, stdout } = await run.then(
    () => ({ code: 0, stderr: '', stdout: '' }),
    (error: { code: number; stderr: string; stdout: string }) => error,
  );
  expect(code).toBe(1);
  return stdout + stderr;
}

/** Returns the line of the service with this text, as soon as it is written. */
async function lineWith(service: ServiceProcess, text: string): Promise<string> {
  return eventually(() => service.output.find((one) => one.includes(text)) ?? '');
}

describe('booting with an invalid configuration', () => {
  it('names every missing secret when the service has a database of its own', async () => {
    expect(await refusal({ DATABASE_URL: process.env.TEST_DATABASE_URL ?? '' })).toBe(
      [
        'The configuration is not usable:',
        '  - JWT_SECRET must be set, with at least 32 characters',
        '  - ENCRYPTION_KEYS must be set, as "1:<base64 of 32 bytes>"',
        '',
      ].join('\n'),
    );
  });

  it('lists all problems at once, and nothing else', async () => {
    const wrong = { PORT: 'http', DEFAULT_PLAN: 'GOLD', TRUST_PROXY: 'true,2', RATE_LIMIT_MULTIPLIER: '0' };
    expect(await refusal(testEnvironment(wrong))).toBe(
      [
        'The configuration is not usable:',
        '  - PORT must be a whole number from 0 to 65535, not "http"',
        '  - TRUST_PROXY takes addresses and address ranges only, not "true"',
        '  - TRUST_PROXY takes addresses and address ranges only, not "2"',
        '  - DEFAULT_PLAN must be one of FREE, PRO, TEAM, not "GOLD"',
        '  - RATE_LIMIT_MULTIPLIER must be a whole number from 1 to 1000000, not "0"',
        '',
      ].join('\n'),
    );
  });
});

describe('rate limits', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startService({ RATE_LIMIT_MULTIPLIER: '1', TRUST_PROXY: '' });
  });
  afterAll(() => service.stop());
  const forwarded = (address: string) => ({
    'x-forwarded-for': address,
    forwarded: `for=${address}`,
    'x-real-ip': address,
  });

  it('refuse the 21st login of a quarter of an hour, failed ones counted, whatever address it claims', async () => {
    const login = (index: number) =>
      new Caller(service, null).request('POST', '/auth/login', {
        body: { email: `${unique('nobody')}@example.com`, password: 'not the password' },
        headers: forwarded(`10.0.0.${index}`),
      });
    const answers: Answer[] = [];
    for (let index = 1; index <= 21; index++) answers.push(await login(index));
    expect(answers.map(codeOf)).toEqual([...Array(20).fill('401 unauthenticated'), '429 rate-limited']);
    const left = answers.map(({ headers }) =>
      Number(/^"default";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1]),
    );
    expect(left).toEqual([...Array.from({ length: 20 }, (_, index) => 19 - index), 0]);

    const last = answers[20];
    const retryAfter = Number(last?.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(800);
    expect(retryAfter).toBeLessThanOrEqual(900);
    expect(last?.headers.get('ratelimit-policy')).toBe('"default";q=20;w=900');
    expect(last?.body).toEqual({
      data: null,
      error: {
        type: expect.stringMatching(/\/errors\/rate-limited$/),
        title: 'Rate limited',
        status: 429,
        detail: `Too many requests; try again in ${retryAfter} seconds.`,
        requestId: last?.headers.get('x-request-id'),
      },
      timestamp: expect.any(String),
    });
  });

  it('count broken requests too, before anything is read', async () => {
    const broken = () => new Caller(service, null).request('POST', '/auth/token', { body: '{' });
    const answers = await Promise.all(Array.from({ length: 61 }, broken));
    expect(answers.filter((answer) => codeOf(answer) === '400 validation-failed')).toHaveLength(60);
    expect(answers.filter((answer) => codeOf(answer) === '429 rate-limited')).toHaveLength(1);
  });

  it('are separate for each route: registering still works, up to its own limit', async () => {
    const { operator } = await newOrganization(service);
    expect(codeOf(await operator.get('/agents'))).toBe('200 ok');
  });

  it('count by organization for an authenticated caller: ten keys in a quarter of an hour, for each', async () => {
    const [one, other] = [await newOrganization(service), await newOrganization(service)];
    const create = (caller: Caller) => caller.post('/api-keys', { name: 'another', kind: 'live' });
    const answers: string[] = [];
    for (let index = 0; index < 10; index++) answers.push(codeOf(await create(one.operator)));
    expect(answers).toEqual([...Array(8).fill('201 ok'), '429 rate-limited', '429 rate-limited']);
    expect(codeOf(await create(other.operator))).toBe('201 ok');
    expect(codeOf(await new Caller(service, null).post('/api-keys', {}))).toBe('401 unauthenticated');
  });
});

describe('behind a proxy that is named', () => {
  it('every client has a limit of its own, by the address the proxy gives', async () => {
    const service = await startService({ RATE_LIMIT_MULTIPLIER: '1', TRUST_PROXY: '127.0.0.1' });
    await using(service, async () => {
      const token = (address: string) =>
        new Caller(service, null).request('POST', '/auth/token', { body: {}, headers: { 'x-forwarded-for': address } });
      const many = await Promise.all(Array.from({ length: 61 }, () => token('203.0.113.1')));
      expect(many.filter(({ status }) => status === 429)).toHaveLength(1);
      expect((await token('203.0.113.2')).status).toBe(400);
      expect((await token('198.51.100.7, 203.0.113.1')).status).toBe(429);
    });
  });
});

describe('a service whose database fails', () => {
  it('hides the cause: 500 with a request id, and the log has the rest', async () => {
    const database = unique('broken').replace('-', '_');
    const superuser = new pg.Client({ connectionString: withDatabase(process.env.TEST_SUPERUSER_URL, 'postgres') });
    const inside = new pg.Client({ connectionString: withDatabase(process.env.TEST_SUPERUSER_URL, database) });
    await superuser.connect();
    try {
      await superuser.query(`CREATE DATABASE ${database} OWNER backstop_owner`);
      const env = {
        DATABASE_URL: withDatabase(process.env.TEST_DATABASE_URL, database),
        MIGRATE_DATABASE_URL: withDatabase(process.env.TEST_OWNER_URL, database),
      };
      await inside.connect();
      await inside.query('ALTER SCHEMA public OWNER TO backstop_owner');
      await promisify(execFile)(process.execPath, ['dist/bundle/migrate.js'], {
        env: { PATH: process.env.PATH, ...env },
      });
      const service = await startService({ DATABASE_URL: env.DATABASE_URL });
      await using(service, async () => {
        const { operator, agent } = await newOrganization(service);
        const session = await newSession(agent);
        await inside.query('ALTER TABLE policies RENAME TO secret_plans');
        const call = { apiName: 'a.b', operationType: 'READ', payload: {} };
        const answers = [await operator.get('/policies'), await agent.post(`/sessions/${session}/actions`, call)];
        for (const answer of answers) {
          expect(answer.status).toBe(500);
          expect(answer.body).toEqual({
            data: null,
            error: {
              type: expect.stringMatching(/\/errors\/internal$/),
              title: 'Internal',
              status: 500,
              detail: 'Something went wrong on our side. Quote the request id.',
              requestId: answer.headers.get('x-request-id'),
            },
            timestamp: expect.any(String),
          });
          const logged = await lineWith(service, answer.body.error.requestId);
          expect(logged).toContain('relation \\"policies\\" does not exist');
          expect(logged).not.toMatch(/backstop_service:|password/);
        }
        expect((await operator.get(`/sessions/${session}`)).body.data.actions).toEqual([]);
      });
    } finally {
      await inside.end();
      await superuser.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      await superuser.end();
    }
  });
});
