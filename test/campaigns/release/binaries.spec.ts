import { cp, lstat, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagedBinaries, runnableBinaries } from '../../../src/platform/database/embedded/binaries.js';
import { EmbeddedPostgresError } from '../../../src/platform/database/embedded/embedded-postgres.error.js';
import { serverAccount } from '../../../src/platform/database/embedded/server-account.js';
import { runAs } from '../../../src/platform/database/embedded/server-command.js';

let root: string;
let native: string;
let copies: string;
let umask: number;

/** A package as npm unpacks it without running install scripts, closed to other users by directory and umask. */
beforeEach(async () => {
  umask = process.umask(0o077);
  root = await mkdtemp(join(tmpdir(), 'binaries-spec-'));
  native = join(root, 'closed', 'native');
  await mkdir(join(root, 'closed'), { mode: 0o700 });
  await cp(packagedBinaries(), native, {
    recursive: true,
    filter: async (path) => !(await lstat(path)).isSymbolicLink(),
  });
  await cp(join(packagedBinaries(), '..', 'package.json'), join(root, 'closed', 'package.json'));
  copies = await mkdtemp(join(tmpdir(), 'binaries-spec-copies-'));
  await rm(copies, { recursive: true });
});

afterEach(async () => {
  process.umask(umask);
  await rm(root, { recursive: true, force: true });
  await rm(copies, { recursive: true, force: true });
});

describe('the PostgreSQL binaries', () => {
  it('get the links between their libraries and run where they are for the user who can reach them', async () => {
    const binaries = await runnableBinaries(native, undefined, copies);
    expect(binaries.postgres).toBe(join(native, 'bin', 'postgres'));
    await runAs(undefined, '/', binaries.initdb, ['--version']);
    await expect(stat(copies)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('are copied once to where the account of the server can run them, as root', async () => {
    const account = await serverAccount(join(root, 'absent'));
    const made = await Promise.all([1, 2].map(() => runnableBinaries(native, account, copies)));
    expect(made[1]).toEqual(made[0]);
    const { postgres } = await runnableBinaries(native, account, copies);
    const { ino } = await stat(postgres);
    expect((await stat((await runnableBinaries(native, account, copies)).postgres)).ino).toBe(ino);
    await runAs(account, '/', postgres, ['--version']);
    expect(postgres.startsWith(account ? copies : native)).toBe(true);
    if (account) expect(await readdir(copies)).toHaveLength(1);
  });

  it('are reported with the reason when they do not run anywhere', async () => {
    await rm(join(native, 'lib'), { recursive: true });
    const failure = runnableBinaries(native, undefined, copies);
    await expect(failure).rejects.toThrow(EmbeddedPostgresError);
    await expect(failure).rejects.toThrow(/cannot be run|do not run/);
  });
});
