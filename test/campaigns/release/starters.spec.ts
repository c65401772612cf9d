import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { preparation, STARTERS, type Starter } from '../../../dashboard/src/features/first-run/starters.js';
import { newOrganization, type Organization, serviceA } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';

const run = promisify(execFile);

/** The packages that a person has for each; with a test key no provider is asked. */
const OWN: Readonly<Record<string, Record<string, string>>> = {
  stripe: { STRIPE_SECRET_KEY: 'sk_test_none' },
  octokit: { GITHUB_TOKEN: 'none', GITHUB_OWNER: 'ada', GITHUB_REPO: 'engine' },
  slack: { SLACK_TOKEN: 'none', SLACK_CHANNEL: 'C0123456789' },
};
const CALLS: Readonly<Record<string, string>> = {
  pg: 'postgres.rows.insert',
  stripe: 'stripe.customers.create',
  octokit: 'github.issues.create',
  slack: 'slack.chat.postMessage',
  object: 'crm.rename',
  http: 'mail.messages.send',
};

describe('Each starter of "Your first agent", in an empty folder', () => {
  let organization: Organization;
  let database: Awaited<ReturnType<typeof newCustomerDatabase>>;
  let folder: string;
  beforeAll(async () => {
    organization = await newOrganization();
    database = await newCustomerDatabase();
    await organization.operator.put('/settings/credentials/postgres', { values: { connectionString: database.url } });
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backstop-starter-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const sdk = async (): Promise<string> => {
    const answer = await fetch(serviceA.url, { headers: { accept: 'application/json' } });
    return serviceA.url + ((await answer.json()) as { data: { sdk: string } }).data.sdk;
  };

  it('covers all of them', () => {
    expect(STARTERS.map(({ id }) => id).sort()).toEqual(Object.keys(CALLS).sort());
  });

  it.each(STARTERS)('installs the SDK that the service serves, and runs as printed: $id', async (starter: Starter) => {
    const { id, code, environment } = starter;
    // The placeholders of `export` are what a person replaces; the other lines run as they are.
    const commands = preparation({ ...starter, environment: null }, await sdk());
    expect(environment === null || /^export /.test(environment)).toBe(true);
    const agent = id === 'pg' ? organization.agent : organization.testAgent;
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      DATABASE_URL: database.url,
      BACKSTOP_URL: serviceA.url,
      BACKSTOP_API_KEY: agent.credential ?? '',
      ...OWN[id],
    };
    await writeFile(join(folder, 'agent.mjs'), code);
    await run('/bin/sh', ['-eu', '-c', commands], { cwd: folder, env });
    await run('node', ['agent.mjs'], { cwd: folder, env });
    const [session] = (await organization.operator.get('/sessions?limit=1')).body.data;
    const { actions } = (await organization.operator.get(`/sessions/${session.id}`)).body.data;
    expect(actions.map(({ apiName, status }: { apiName: string; status: string }) => [apiName, status])).toEqual([
      [CALLS[id], 'SUCCESS'],
    ]);
  });
});
