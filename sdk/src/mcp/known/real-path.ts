import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';

/**
 * The one path of a file, whether it is there or not: without `.`, `..`, doubled or trailing slashes and symbolic links,
 * on this machine. @param directories what a path that is not absolute begins at, the first one that has it
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
