import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAllOf, type Installation, newInstallation } from './support/installation.js';
import { block, runCommands } from './support/operations-page.js';
import { type ServiceProcess, startService } from './support/service.mjs';

const SECTION = 'Back up and restore the embedded PostgreSQL';
const folder = mkdtempSync(join(tmpdir(), 'backstop-backup-'));
const [source, restored, backup] = ['source', 'restored', 'backup.tgz'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];

/** As `npm start` without any configuration but the directory. */
const start = (dataDir: string, secrets: Record<string, string> = {}) =>
  startService({ DATABASE_URL: '', JWT_SECRET: '', ENCRYPTION_KEYS: '', DATA_DIR: dataDir, ...secrets });

const OTHERS = { JWT_SECRET: 'x'.repeat(32), ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 9).toString('base64')}` };

let installation: Installation;
let service: ServiceProcess | null = null;

beforeAll(async () => {
  service = await start(source);
  installation = await newInstallation(service);
  await service.stop();
  service = null;
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await installation.customers.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup of DATA_DIR', () => {
  it('holds what a start from a copy in another directory needs: nothing is lost', async () => {
    expect(runCommands(block(SECTION, 'tar -czf'), { DATA_DIR: source, BACKUP: backup })).toMatchObject({ status: 0 });
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    expect(runCommands(block(SECTION, 'tar -xzf'), { DATA_DIR: restored, BACKUP: backup })).toMatchObject({
      status: 0,
    });
    service = await start(restored);
    await expectAllOf(installation, service);
    await service.stop();
    service = null;
  }, 120_000);
});

describe('the service on an embedded database that was used with other secrets', () => {
  const secrets = join(source, 'secrets.json');
  const aside = join(folder, 'aside.json');

  it('refuses to start without secrets.json, and makes no new one', async () => {
    renameSync(secrets, aside);
    await expect(start(source)).rejects.toThrow(`${secrets} is missing, but DATA_DIR holds a database.`);
    await expect(start(source, { JWT_SECRET: OTHERS.JWT_SECRET })).rejects.toThrow(`${secrets} is missing`);
    expect(existsSync(secrets)).toBe(false);
  }, 120_000);

  it('refuses to start with other ENCRYPTION_KEYS, and leaves no PostgreSQL behind', async () => {
    await expect(start(source, OTHERS)).rejects.toThrow(
      /^the service did not start \(1\):\nENCRYPTION_KEYS does not open what is stored in this database; root key 1 is needed\..*\n$/,
    );
    expect(existsSync(join(source, 'postgres', 'cluster', 'data', 'postmaster.pid'))).toBe(false);
  }, 120_000);

  it('starts with the values of secrets.json in its environment, and then writes no file', async () => {
    service = await start(source, JSON.parse(readFileSync(aside, 'utf8')));
    const { operator, agent } = installation.organization;
    expect((await operator.at(service).get('/me')).status).toBe(200);
    expect((await agent.at(service).get('/registry')).status).toBe(200);
    expect(existsSync(secrets)).toBe(false);
  }, 120_000);
});
