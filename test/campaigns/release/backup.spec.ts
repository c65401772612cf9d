import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAllOf, type Installation, newInstallation } from '../../support/installation.js';
import { block, runCommands } from '../../support/operations-page.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const SECTION = 'Back up and restore the embedded PostgreSQL';
const folder = mkdtempSync(join(tmpdir(), 'backstop-backup-'));
const [source, restored, backup] = ['source', 'restored', 'backup.tgz'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];

/** Starts like `npm start` with no configuration but the directory. */
const start = (dataDir: string, secrets: Record<string, string> = {}) =>
  startService({ DATABASE_URL: '', JWT_SECRET: '', ENCRYPTION_KEYS: '', DATA_DIR: dataDir, ...secrets });

const OTHERS = { JWT_SECRET: 'x'.repeat(32), ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 9).toString('base64')}` };

let installation: Installation;
let service: ServiceProcess | null = null;

async function stop(): Promise<void> {
  await service?.stop();
  service = null;
}

beforeAll(async () => {
  service = await start(source);
  installation = await newInstallation(service);
  await stop();
  expect(runCommands(block(SECTION, 'tar -czf'), { DATA_DIR: source, BACKUP: backup })).toMatchObject({ status: 0 });
  expect(runCommands(block(SECTION, 'tar -xzf'), { DATA_DIR: restored, BACKUP: backup })).toMatchObject({ status: 0 });
});
afterEach(stop);
afterAll(async () => {
  await installation.customers.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup of DATA_DIR', () => {
  it('is a file for one’s own eyes, for the keys are in it', () => {
    expect(statSync(backup).mode & 0o777).toBe(0o600);
  });

  it('holds what a start from a copy in another directory needs: nothing is lost', async () => {
    service = await start(restored);
    await expectAllOf(installation, service);
  });
});

describe('the service on an embedded database', () => {
  const [secrets, aside] = [join(source, 'secrets.json'), join(folder, 'aside.json')];

  it('refuses to start with other ENCRYPTION_KEYS, and leaves no PostgreSQL behind', async () => {
    await expect(start(source, OTHERS)).rejects.toThrow(
      /^the service did not start \(1\):\nENCRYPTION_KEYS does not open what is stored in this database; root key 1 is needed\..*\n$/,
    );
    expect(existsSync(join(source, 'postgres', 'cluster', 'data', 'postmaster.pid'))).toBe(false);
  });

  it('refuses to start without its secrets.json, makes no new one, and takes the old values from its environment', async () => {
    renameSync(secrets, aside);
    await expect(start(source)).rejects.toThrow(`${secrets} is missing, but DATA_DIR holds a database.`);
    expect(existsSync(secrets)).toBe(false);
    service = await start(source, JSON.parse(readFileSync(aside, 'utf8')));
    const { operator, agent } = installation.organization;
    expect((await operator.at(service).get('/me')).status).toBe(200);
    expect((await agent.at(service).get('/registry')).status).toBe(200);
    expect(existsSync(secrets)).toBe(false);
  });
});
