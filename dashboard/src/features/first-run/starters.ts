/** A program of about ten lines that puts one client behind the service. */
export interface Starter {
  readonly id: string;
  readonly label: string;
  /** Packages besides the SDK; null: it needs no package at all. */
  readonly packages: readonly string[] | null;
  /** The variables that the client itself needs; null if it needs none. */
  readonly environment: string | null;
  /** The commands to run before the first call. */
  readonly prepare?: string;
  readonly code: string;
}

/** They need `BACKSTOP_URL` and `BACKSTOP_API_KEY`; with a test key no call of theirs reaches the provider. */
export const STARTERS: readonly Starter[] = [
  {
    id: 'pg',
    label: 'pg',
    packages: ['pg', 'libpg-query', 'pgsql-deparser'],
    environment: 'export DATABASE_URL=postgres://user:password@localhost:5432/database',
    prepare: `node -e "const { Client } = require('pg'); const client = new Client(process.env.DATABASE_URL); client.connect().then(() => client.query('CREATE TABLE IF NOT EXISTS backstop_trial (id text PRIMARY KEY, note text)')).finally(() => client.end())"`,
    code: `import { Backstop, wrap } from '@backstop/sdk';
import pg from 'pg';

const session = await new Backstop().createSession({ agentId: 'first-agent', intent: 'Try Backstop with pg' });
const database = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const pool = wrap(database, session, { connector: 'postgres' });
await pool.query('INSERT INTO backstop_trial (id, note) VALUES ($1, $2)', [new Date().toISOString(), 'hello']);
await session.complete();
await pool.end();
`,
  },
  {
    id: 'stripe',
    label: 'stripe',
    packages: ['stripe'],
    environment: 'export STRIPE_SECRET_KEY=sk_test_…',
    code: `import { Backstop, wrap } from '@backstop/sdk';
import Stripe from 'stripe';

const session = await new Backstop().createSession({ agentId: 'first-agent', intent: 'Try Backstop with Stripe' });
const stripe = wrap(new Stripe(process.env.STRIPE_SECRET_KEY), session, { connector: 'stripe' });
const customer = await stripe.customers.create({ name: 'Trial of Backstop' });
console.log(customer.id);
await session.complete();
`,
  },
  {
    id: 'octokit',
    label: 'octokit',
    packages: ['@octokit/rest'],
    environment: 'export GITHUB_TOKEN=github_pat_… GITHUB_OWNER=you GITHUB_REPO=a-repository-of-yours',
    code: `import { Backstop, wrap } from '@backstop/sdk';
import { Octokit } from '@octokit/rest';

const { GITHUB_TOKEN: auth, GITHUB_OWNER: owner, GITHUB_REPO: repo } = process.env;
const session = await new Backstop().createSession({ agentId: 'first-agent', intent: 'Try Backstop with GitHub' });
const octokit = wrap(new Octokit({ auth }), session, { connector: 'github' });
const { data } = await octokit.rest.issues.create({ owner, repo, title: 'Trial of Backstop' });
console.log(data.title);
await session.complete();
`,
  },
  {
    id: 'slack',
    label: 'slack',
    packages: ['@slack/web-api'],
    environment: 'export SLACK_TOKEN=xoxb-… SLACK_CHANNEL=C0123456789',
    code: `import { Backstop, wrap } from '@backstop/sdk';
import { WebClient } from '@slack/web-api';

const session = await new Backstop().createSession({ agentId: 'first-agent', intent: 'Try Backstop with Slack' });
const slack = wrap(new WebClient(process.env.SLACK_TOKEN), session, { connector: 'slack' });
await slack.chat.postMessage({ channel: process.env.SLACK_CHANNEL, text: 'Trial of Backstop' });
await session.complete();
`,
  },
  {
    id: 'object',
    label: 'any object',
    packages: [],
    environment: null,
    code: `import { Backstop, wrap } from '@backstop/sdk';

class Crm {
  rename = (id, name) => ({ id, name }); // your own client
}

const session = await new Backstop().createSession({ agentId: 'first-agent', intent: 'Try Backstop with an object' });
const crm = wrap(new Crm(), session, { connector: 'crm', operations: { rename: 'UPDATE' } });
console.log(await crm.rename('1', 'Ada'));
await session.complete();
`,
  },
  {
    id: 'http',
    label: 'plain HTTP',
    packages: null,
    environment: null,
    code: `const { BACKSTOP_URL, BACKSTOP_API_KEY } = process.env;
const headers = { authorization: \`Bearer \${BACKSTOP_API_KEY}\`, 'content-type': 'application/json' };
async function ask(method, path, body) {
  const answer = await fetch(BACKSTOP_URL + path, { method, headers, body: JSON.stringify(body) });
  const { data, error } = await answer.json();
  if (error) throw new Error(error.detail); // a policy blocked the call, for example
  return data;
}
const { id } = await ask('POST', '/sessions', { agentId: 'first-agent', intent: 'Try Backstop with HTTP' });
const call = { apiName: 'mail.messages.send', operationType: 'EXECUTE', payload: { to: 'ada@example.com' } };
const action = await ask('POST', \`/sessions/\${id}/actions\`, call); // before the call
if (action.status === 'CLEARED') {
  // Make the call here, then say what became of it.
  await ask('PATCH', \`/sessions/\${id}/actions/\${action.id}\`, { status: 'SUCCESS', response: { sent: true } });
}
await ask('PATCH', \`/sessions/\${id}\`, { status: 'COMPLETED' });
`,
  },
];

/**
 * Returns the shell commands before the program: they install the SDK of this very service, the client, and their
 * needs.
 */
export function preparation({ packages, environment, prepare }: Starter, sdk: string | null): string {
  const install =
    packages === null
      ? 'node --version # 20 or newer; nothing to install'
      : ['npm install', sdk ?? '@backstop/sdk', ...packages].join(' ');
  return [install, environment, prepare].filter(Boolean).join('\n');
}
