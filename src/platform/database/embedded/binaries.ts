import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import type { Account } from './server-account.js';
import { outputOf, runAs } from './server-command.js';

/** Absolute paths of the PostgreSQL programs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The installation directory of the platform's npm package.
 *
 * @throws EmbeddedPostgresError when there is none.
 */
export function packagedBinaries(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    throw new EmbeddedPostgresError(
      `The PostgreSQL binaries for ${platform} are not installed. Install the dependencies again without omitting ` +
        'optional ones, or connect Backstop to a PostgreSQL server of your own with DATABASE_URL.',
    );
  }
}

/**
 * Programs that `account` can run: the package's own files, or else a copy below `copies`, made once per version. A
 * copy is needed when node_modules is closed to the account, or lacks the links between its libraries and cannot be
 * completed.
 *
 * @param native - the result of {@link packagedBinaries}.
 * @throws EmbeddedPostgresError when neither runs.
 */
export async function runnableBinaries(
  native: string,
  account: Account | undefined,
  copies: string,
): Promise<Binaries> {
  await linkLibraries(native).catch(() => undefined);
  if ((await whyNotRunnable(native, account)) === null) return programs(native);

  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  const copy = join(copies, `postgresql-${version}`);
  if ((await whyNotRunnable(copy, account)) !== null) await copyBinaries(native, copy, account);
  const reason = await whyNotRunnable(copy, account);
  if (reason !== null) throw new EmbeddedPostgresError(`The PostgreSQL binaries in ${copy} do not run:\n${reason}`);
  return programs(copy);
}

function programs(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

async function whyNotRunnable(native: string, account: Account | undefined): Promise<string | null> {
  const { initdb, postgres } = programs(native);
  try {
    await Promise.all([initdb, postgres].map((program) => runAs(account, '/', program, ['--version'])));
    return null;
  } catch (error) {
    return outputOf(error);
  }
}

/** Does the work of the package's install script, which npm does not always run. */
async function linkLibraries(native: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (await lstat(link).catch(() => null)) continue;
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Another start may have made the copy meanwhile, and be using it: only one that does not run is replaced. */
async function putInPlace(made: string, copy: string, aside: string, account: Account | undefined): Promise<void> {
  try {
    await rename(made, copy);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    if ((await whyNotRunnable(copy, account)) === null) return;
    await rename(copy, aside);
    await rename(made, copy);
  }
}

async function copyBinaries(native: string, copy: string, account: Account | undefined): Promise<void> {
  let fresh: string | undefined;
  try {
    await mkdir(dirname(copy), { recursive: true });
    if (account) await chmod(dirname(copy), 0o755);
    fresh = await mkdtemp(`${copy}.new-`);
    await cp(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
    await linkLibraries(join(fresh, 'native'));
    // Regardless of the umask, ours and the one of the installation.
    await runAs(undefined, '/', 'chmod', ['-R', 'a+rX,go-w', fresh]);
    await putInPlace(join(fresh, 'native'), copy, join(fresh, 'broken'), account);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The PostgreSQL binaries in ${native} cannot be run from there, nor copied to ${copy}: ${outputOf(error)}`,
    );
  } finally {
    if (fresh) await rm(fresh, { recursive: true, force: true });
  }
}
