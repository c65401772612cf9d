import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open, seal } from '../../../src/platform/envelope.js';
import { type Caller, newOrganization, newSession } from '../../support/client.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { type ServiceProcess, startService, testEnvironment } from '../../support/service.mjs';

const CREDENTIALS = 1_000;
const ROOT_1 = Buffer.alloc(32, 7);
const ROOT_2 = Buffer.alloc(32, 9);
const BOTH = `1:${ROOT_1.toString('base64')},2:${ROOT_2.toString('base64')}`;

let database: OwnDatabase;
let service: ServiceProcess;

beforeAll(async () => {
  database = await newOwnDatabase();
  service = await startService({ DATABASE_URL: database.serviceUrl, ENCRYPTION_KEYS: BOTH });
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

const keyContext = (organization: string, root: number) => `organization-key ${organization} root ${root}`;
const secretOf = (n: number) => JSON.stringify({ connectionString: `postgres://u:secret-${n}@127.0.0.1:1/db` });

/** The service stored them under the first root key, one for each organization. */
async function storedCredentials(): Promise<void> {
  const made = Array.from({ length: CREDENTIALS }, (_, n) => {
    const [organization, id, organizationKey, key] = [randomUUID(), randomUUID(), randomBytes(32), randomBytes(32)];
    const context = `credential ${organization} postgres ${id} 1`;
    const sealed = seal(key, context, Buffer.from(secretOf(n)));
    const wrapped = seal(ROOT_1, keyContext(organization, 1), organizationKey);
    return [organization, id, wrapped, seal(organizationKey, context, key), sealed] as const;
  });
  const column = (index: number) => made.map((one) => one[index]);
  await database.superuser.query(
    `WITH made AS (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[], $5::bytea[]) AS m(org, id, wrapped, key, sealed)),
       o AS (INSERT INTO organizations (id, name, plan) SELECT org, 'of the rotation', 'TEAM' FROM made),
       k AS (INSERT INTO organization_keys (organization_id, root_key, wrapped_key) SELECT org, 1, wrapped FROM made)
     INSERT INTO credentials (id, organization_id, connector, version, fields, wrapped_key, sealed_values)
     SELECT id, org, 'postgres', 1, '{connectionString}', key, sealed FROM made`,
    [0, 1, 2, 3, 4].map(column),
  );
}

async function secretsUnder(root: number, key: Buffer): Promise<string[]> {
  const { rows } = await database.superuser.query(
    `SELECT c.organization_id AS org, c.id, k.wrapped_key AS wrapped, c.wrapped_key AS key, c.sealed_values AS sealed
     FROM credentials c JOIN organization_keys k ON k.organization_id = c.organization_id
     JOIN organizations o ON o.id = c.organization_id AND o.name = 'of the rotation'`,
  );
  return rows.map(({ org, id, wrapped, key: wrappedKey, sealed }) => {
    const context = `credential ${org} postgres ${id} 1`;
    return open(open(open(key, keyContext(org, root), wrapped), context, wrappedKey), context, sealed).toString();
  });
}

const behind = async () =>
  Number((await database.superuser.query('SELECT count(*) FROM organization_keys WHERE root_key <> 2')).rows[0].count);

function rotation(keys = BOTH) {
  const env = {
    ...testEnvironment({ DATABASE_URL: database.serviceUrl, ENCRYPTION_KEYS: keys }),
    PATH: process.env.PATH,
  };
  const child = spawn(process.execPath, ['dist/bundle/keys-rotate.js'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, output: output.join('') }));
  return { child, ended };
}

/** Makes the agents that read meanwhile, with credentials stored before there was a second root key. */
async function organizationsUnderTheOldKey(): Promise<[Caller[], string[]]> {
  const old = await startService({ DATABASE_URL: database.serviceUrl });
  const values = { connectionString: 'postgres://u:p@127.0.0.1:1/db' };
  const agents: Caller[] = [];
  for (let n = 0; n < 4; n++) {
    const { operator, agent } = await newOrganization(old);
    await operator.put('/settings/credentials/postgres', { values });
    agents.push(agent.at(service));
  }
  await old.stop();
  return [agents, await Promise.all(agents.map((agent) => newSession(agent)))];
}

/** Why a capture failed: nothing listens there, but the credential could be read. */
async function read(agent: Caller | undefined, session: string | undefined): Promise<string> {
  const call = { apiName: 'postgres.rows.delete', payload: { table: 't', match: { id: 1 } } };
  if (!agent) throw new Error('there is no agent');
  const { body } = await agent.post(`/sessions/${session}/actions/precapture`, call);
  const { rows } = await database.superuser.query('SELECT reason FROM snapshots WHERE id = $1', [
    body.data.precaptureId,
  ]);
  return rows[0].reason;
}

it('keys:rotate rotates a thousand credentials while they are read, continues after a kill, and no longer needs the old root key', async () => {
  await storedCredentials();
  const [readers, sessions] = await organizationsUnderTheOldKey();
  const expected = await read(readers[0], sessions[0]);
  expect(expected).toContain('connection refused');

  let isOver = false;
  const reads = readers.map(async (agent, n) => {
    const seen = new Set<string>();
    while (!isOver) seen.add(await read(agent, sessions[n]));
    return [...seen];
  });

  const killed = rotation();
  await once(killed.child.stdout, 'data');
  killed.child.kill('SIGKILL');
  expect(await killed.ended).toMatchObject({ code: null, signal: 'SIGKILL' });
  const left = await behind();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(CREDENTIALS + readers.length);

  const finished = await rotation().ended;
  expect(finished).toMatchObject({ code: 0 });
  // The last COMMIT of the killed one may be carried out after the count.
  expect([left, left - 1]).toContain(Number(/by root key 2: (\d+) more/.exec(finished.output)?.[1]));
  isOver = true;
  for (const seen of await Promise.all(reads)) expect(seen).toEqual([expected]);
  expect(await behind()).toBe(0);
  const secrets = await secretsUnder(2, ROOT_2);
  expect(secrets.sort()).toEqual(Array.from({ length: CREDENTIALS }, (_, n) => secretOf(n)).sort());
  expect(await rotation().ended).toMatchObject({ code: 0, output: expect.stringContaining('0 more') });
});

it('keys:rotate names the organizations whose key no root key opens, rotates the others, and ends with an error', async () => {
  const lost = randomUUID();
  await database.superuser.query(`INSERT INTO organizations (id, name, plan) VALUES ($1, 'lost', 'TEAM')`, [lost]);
  await database.superuser.query(
    'INSERT INTO organization_keys (organization_id, root_key, wrapped_key) VALUES ($1, 1, $2)',
    [lost, randomBytes(60)],
  );
  expect(await rotation().ended).toMatchObject({ code: 1, output: expect.stringContaining(lost) });
});
