import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `nobody`, on Linux. */
const UNPRIVILEGED = 65_534;
/** CAP_SETGID and CAP_SETUID. */
const CHANGES_ACCOUNT = (1n << 6n) | (1n << 7n);

/** The options of `fork` that keep a child from files, programs and the rights of its parent. */
export interface Confinement {
  readonly execArgv: readonly string[];
  readonly account: { readonly uid: number; readonly gid: number } | null;
}

/**
 * The permission model of Node lets the child read `reads` and refuses all else of the file system, other programs,
 * threads, native code and the inspector. When the service runs as root, the child runs under the account `nobody`, if that
 * account can read its program.
 * @param reads existing files, and directories with all that is in them
 */
export function confinement(reads: readonly string[]): Confinement {
  // Node 20 crashes on a path that is named twice.
  const real = [...new Set(reads.map((path) => realpathSync(path)))];
  const manifests = new Set(real.filter((path) => statSync(path).isDirectory()).flatMap(manifestsAbove));
  const allowed = [...real.map((path) => (statSync(path).isDirectory() ? join(path, '*') : path)), ...manifests];
  // The name until Node 22.13.
  const flag = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
  const mayChange = mayChangeAccount() && real.every((path) => isOpenToAll(path));
  return {
    execArgv: [flag, ...allowed.map((path) => `--allow-fs-read=${path}`)],
    account: mayChange ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : null,
  };
}

/** The files that the program in `file` loads: its own folder, and the packages that its own package uses. */
export function readsOf(file: string): string[] {
  const beside = dirname(realpathSync(file));
  let root = beside;
  while (!existsSync(join(root, 'package.json')) && dirname(root) !== root) root = dirname(root);
  return [beside, join(root, 'package.json'), join(root, 'node_modules')].filter((path) => existsSync(path));
}

/**
 * The manifests that Node looks for above a folder until it finds one: Node 20 ends at one that it may not look for, although
 * there is none.
 */
function manifestsAbove(folder: string): string[] {
  const manifests: string[] = [];
  for (
    let above = dirname(folder);
    !existsSync(join(above, 'package.json')) && dirname(above) !== above;
    above = dirname(above)
  )
    manifests.push(join(above, 'package.json'));
  return manifests;
}

function mayChangeAccount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  return (BigInt(`0x${effective}`) & CHANGES_ACCOUNT) === CHANGES_ACCOUNT;
}

/** Each directory on the way can be entered, and the last one read. */
function isOpenToAll(path: string): boolean {
  const { mode } = statSync(path);
  if ((mode & 0o004) === 0) return false;
  for (let above = dirname(path); ; above = dirname(above)) {
    if ((statSync(above).mode & 0o001) === 0) return false;
    if (dirname(above) === above) return true;
  }
}
