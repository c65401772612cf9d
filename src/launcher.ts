import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

/** A program of `dist/bundle`, compiled and not yet run. */
export interface Compiled {
  readonly script: Script;
  readonly run: () => void;
}

/** Runs `<name>.cjs` of this folder with the compiled code that the build stored, if this very Node made it. */
export function launch(name: string): void {
  const file = cacheFile(name);
  compile(name, existsSync(file) ? readFileSync(file) : undefined).run();
}

/**
 * The cache spares a third of a start (docs/decisions/0015-bundle-with-a-code-cache.md). Without it V8 compiles the whole
 * program. The flags of V8 are part of the cache, and are therefore set first.
 */
export function compile(name: string, cachedData?: Buffer): Compiled {
  limitHeapGrowth();
  const filename = join(import.meta.dirname, `${name}.cjs`);
  // The file is ASCII; a decoder of UTF-8 would need more time and memory to find that.
  const script = new Script(Module.wrap(readFileSync(filename, 'latin1')), { filename, cachedData });
  return { script, run: () => runAsModule(script, filename) };
}

/** V8 looks at its own version alone, and crashes on the cache of another Node that has the same V8. */
export function cacheFile(name: string): string {
  const node = [process.versions, process.platform, process.arch, process.config, statSync(process.execPath).size];
  const madeBy = createHash('sha256').update(JSON.stringify(node)).digest('hex').slice(0, 16);
  return join(import.meta.dirname, `${name}-${madeBy}.cache`);
}

/** Runs the script as `require()` does, so that a part that is loaded later finds the running module. */
function runAsModule(script: Script, filename: string): void {
  const require = createRequire(filename);
  const module = new Module(filename);
  require.cache[filename] = module;
  script.runInThisContext()(module.exports, require, module, filename, dirname(filename));
}

/**
 * On a machine with much memory, V8 waits until the heap is four times the size that outlived the previous collection:
 * 90 MB of garbage under load. It reads this flag at each collection.
 */
function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=100');
}
