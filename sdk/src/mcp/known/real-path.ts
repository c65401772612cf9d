import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';

/**
 * Returns the one path of a file on this machine, which need not exist: without `.`, `..`, doubled or trailing slashes
 * and symbolic links.
 * @param directories resolve a path that is not absolute; the first one that has it decides
 */
export async function realPath(path: string, directories: readonly string[]): Promise<string> {
  const expanded = path.replace(/^~(?=$|\/)/, homedir());
  if (isAbsolute(expanded)) return real(resolve(expanded));
  const candidates = directories.map((directory) => ({ directory, at: resolve(directory, expanded) }));
  const [first] = candidates;
  const within = candidates.find(({ directory, at }) => at === directory || at.startsWith(join(directory, '/')));
  return real((within ?? first)?.at ?? resolve(expanded));
}

async function real(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await real(parent), basename(path));
  }
}
