/**
 * Compiles the SDK for `import` and for `require`, each with what it shares with the service (`packages/sql`) inside. Both
 * load the double of the service (`packages/double`), which is one file with the service's own rules.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const compile = (...parameters) =>
  execFileSync(process.execPath, ['node_modules/typescript-native/bin/tsc', ...parameters], {
    cwd: new URL('..', import.meta.url).pathname,
    stdio: 'inherit',
  });

const dist = fileURLToPath(new URL('../sdk/dist', import.meta.url));

const here = (file) => fileURLToPath(new URL(`../packages/double/src/${file}`, import.meta.url));

/** The double takes these from Node and from the SDK; the service takes them from npm. */
const HERE = [
  ['/src/platform/hash.ts', here('replaced/hash.ts')],
  ['/src/platform/ids.ts', here('replaced/ids.ts')],
  ['/src/platform/telemetry/tracing.ts', here('replaced/tracing.ts')],
];

async function bundleDouble() {
  const bundle = await rolldown({
    input: here('double.ts'),
    platform: 'node',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [
      {
        name: 'here',
        load(id) {
          const [, file] = HERE.find(([end]) => id.endsWith(end)) ?? [];
          return file ? `export * from ${JSON.stringify(file)};` : null;
        },
      },
    ],
    onLog: (_level, { message }) => {
      throw new Error(message);
    },
  });
  const { output } = await bundle.write({
    file: join(dist, 'double.cjs'),
    format: 'cjs',
    comments: { legal: true, annotation: false, jsdoc: false },
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  });
  const outside = output.flatMap(({ imports }) => imports).filter((id) => !isBuiltin(id));
  if (outside.length > 0) throw new Error(`The double may use Node alone, and asks for ${outside.join(', ')}.`);
  // Without a type of the SDK, whose compiled types would otherwise be read while they are written.
  writeFileSync(join(dist, 'double.d.cts'), 'export declare function createDouble(settings: object): unknown;\n');
}

mkdirSync(dist, { recursive: true });
await bundleDouble();
for (const [config, folder] of [
  ['tsconfig.json', 'esm'],
  ['tsconfig.cjs.json', 'cjs'],
]) {
  compile('-p', `packages/sql/${config}`, '--outDir', `sdk/dist/${folder}/sql`);
  compile('-p', `sdk/${config}`);
}

// Tables and types have no code that a stack could name.
for (const folder of ['esm', 'cjs'])
  for (const name of ['openapi', 'performed-operations', 'shipped-registry']) {
    const file = join(dist, folder, 'wire', `${name}.js`);
    rmSync(`${file}.map`, { force: true });
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\/\/# sourceMappingURL=.*\n?$/, ''));
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
  const double = posix.relative(posix.dirname(file), '../double.cjs');
  const named = text.replaceAll(/(["'])#double\1/g, `"${double.startsWith('.') ? double : `./${double}`}"`);
  const written = named.replace(/(["'])#sql\/([\w/-]+)\1/g, (_, quote, name) => `${quote}${path}/${name}.js${quote}`);
  if (written !== text) writeFileSync(new URL(file, cjs), written);
}
