/** Compiles the SDK for `import` and for `require`, each with what it shares with the service (`packages/sql`) inside. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';

const compile = (...parameters) =>
  execFileSync(process.execPath, ['node_modules/typescript-native/bin/tsc', ...parameters], {
    cwd: new URL('..', import.meta.url).pathname,
    stdio: 'inherit',
  });

for (const [config, folder] of [
  ['tsconfig.json', 'esm'],
  ['tsconfig.cjs.json', 'cjs'],
]) {
  compile('-p', `packages/sql/${config}`, '--outDir', `sdk/dist/${folder}/sql`);
  compile('-p', `sdk/${config}`);
}

// For `require`, a package.json of its own names the format. Node looks for `#sql` there, but bundlers look in the package's
// own file alone; so the names become paths.
const cjs = new URL('../sdk/dist/cjs/', import.meta.url);
writeFileSync(new URL('package.json', cjs), `${JSON.stringify({ type: 'commonjs' }, null, 2)}\n`);
for (const file of readdirSync(cjs, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(js|d\.ts)$/.test(name),
)) {
  const text = readFileSync(new URL(file, cjs), 'utf8');
  const up = posix.relative(posix.dirname(file), 'sql') || '.';
  const path = up.startsWith('.') ? up : `./${up}`;
  const written = text.replace(/(["'])#sql\/([\w/-]+)\1/g, (_, quote, name) => `${quote}${path}/${name}.js${quote}`);
  if (written !== text) writeFileSync(new URL(file, cjs), written);
}
