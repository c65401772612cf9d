/** Compiles the SDK for `import` and for `require`, each with what it shares with the service (`packages/sql`) inside. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

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
const scope = { type: 'commonjs', imports: { '#sql/*': './sql/*.js' } };
writeFileSync(new URL('../sdk/dist/cjs/package.json', import.meta.url), `${JSON.stringify(scope, null, 2)}\n`);
