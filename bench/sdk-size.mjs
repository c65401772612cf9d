import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/**
 * Measures the SDK before it does anything: its download, its bundles, its start. Fails where a size is over its budget.
 * `node bench/sdk-size.mjs`
 */
const ROUNDS = 15;
const sdk = fileURLToPath(new URL('../sdk', import.meta.url));
const entry = join(sdk, 'dist', 'esm', 'index.js');
const connectors = join(sdk, 'dist', 'esm', 'connectors.js');

/** The budget says how many bytes, minified, a program takes along. */
const PROGRAMS = [
  { name: 'wrap of every client', source: `export { Backstop, wrap } from ${JSON.stringify(entry)};`, budget: 330_000 },
  {
    name: 'wrapWith(postgres)',
    source: `import { Backstop } from ${JSON.stringify(entry)};
      import { postgres, wrapWith } from ${JSON.stringify(connectors)};
      export const wrap = wrapWith(postgres);
      export { Backstop };`,
    budget: 200_000,
  },
  {
    name: 'wrapWith() for objects of your own',
    source: `export { Backstop } from ${JSON.stringify(entry)}; export { wrapWith } from ${JSON.stringify(connectors)};`,
    budget: 110_000,
  },
];
/** The same for the package: its download, and what it takes in node_modules, without its dependencies. */
const PACKED = { tarball: 1_000_000, unpacked: 6_500_000 };
/** Milliseconds of processor time until a bundled handler has a client: what a cold serverless start pays for us. */
const COLD_START_MS = 60;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;

/** Milliseconds from before an import to after it, in a fresh process. */
function startUp(of) {
  const source = `const begin = performance.now(); await import(${JSON.stringify(of)}); console.log(performance.now() - begin);`;
  const said = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', source], { cwd: sdk });
  return Number(String(said).trim());
}

/** Bundles a handler with all that it needs, as a serverless program is. */
async function handlerIn(directory) {
  const input = join(directory, 'handler-source.mjs');
  writeFileSync(input, `export { Backstop, wrap } from ${JSON.stringify(entry)};`);
  const file = join(directory, 'handler.mjs');
  const bundle = await rolldown({ input, platform: 'node', external: /^(libpg-query|pgsql-deparser)$/ });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  return file;
}

/** Milliseconds of processor time from before an import to a client, in a fresh process. */
function coldStart(of) {
  const client = "new Backstop({ baseUrl: 'http://127.0.0.1:9', apiKey: 'k', outbox: false })";
  const source = `const begin = process.cpuUsage(); const { Backstop } = await import(${JSON.stringify(of)}); ${client};
    const { user, system } = process.cpuUsage(begin); console.log((user + system) / 1000);`;
  const said = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', source], { cwd: sdk });
  return Number(String(said).trim());
}

/** Bundles a program, without the dependencies of the SDK. */
async function bundled(source, directory) {
  const input = join(directory, 'program.mjs');
  writeFileSync(input, source);
  const bundle = await rolldown({ input, platform: 'node', external: (id) => !/^[./#]/.test(id) });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
  const code = output.map((chunk) => chunk.code ?? '').join('');
  await bundle.close();
  return { size: code.length, zipped: gzipSync(code).length };
}

const directory = mkdtempSync(join(tmpdir(), 'backstop-size-'));
try {
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', directory];
  const [{ size, unpackedSize }] = JSON.parse(execFileSync('npm', packing, { cwd: sdk, encoding: 'utf8' }));
  const over = [];
  const within = (name, bytes, budget) => {
    if (bytes > budget) over.push(`${name}: ${kilobytes(bytes)} of ${kilobytes(budget)}`);
    return kilobytes(bytes);
  };
  const handler = await handlerIn(directory);
  const cold = median(Array.from({ length: ROUNDS }, () => coldStart(handler)));
  if (cold > COLD_START_MS) over.push(`cold start: ${cold.toFixed(0)} ms of ${COLD_START_MS} ms`);
  const rounds = Array.from({ length: ROUNDS }, () => ({ sdk: startUp(entry), beside: startUp('pg') }));
  const rows = [
    ['tarball', within('tarball', size, PACKED.tarball)],
    ['unpacked, with sources and types', within('unpacked', unpackedSize, PACKED.unpacked)],
    ["import '@backstop/sdk'", `${median(rounds.map((round) => round.sdk)).toFixed(0)} ms`],
    ['cold start of a bundled handler, processor time', `${cold.toFixed(0)} ms`],
    ['the same without a bundler', `${median(Array.from({ length: 5 }, () => coldStart(entry))).toFixed(0)} ms`],
    ["import 'pg', in turns with it", `${median(rounds.map((round) => round.beside)).toFixed(0)} ms`],
  ];
  for (const { name, source, budget } of PROGRAMS) {
    const { size: minified, zipped } = await bundled(source, directory);
    rows.push([`${name}, bundled and minified / zipped`, `${within(name, minified, budget)} / ${kilobytes(zipped)}`]);
  }
  console.log('| of the SDK | |\n| --- | --- |');
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
  if (over.length > 0) {
    console.error(`Over the budget:\n${over.join('\n')}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
