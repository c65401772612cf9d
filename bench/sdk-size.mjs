import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/** Measures the SDK before it does anything: its download, its bundle, its start. `node bench/sdk-size.mjs` */
const ROUNDS = 15;
const sdk = fileURLToPath(new URL('../sdk', import.meta.url));
const entry = join(sdk, 'dist', 'esm', 'index.js');
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;

/** Milliseconds from before an import to after it, in a fresh process. */
function startUp(of) {
  const source = `const begin = performance.now(); await import(${JSON.stringify(of)}); console.log(performance.now() - begin);`;
  const said = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', source], { cwd: sdk });
  return Number(String(said).trim());
}

async function bundled() {
  const bundle = await rolldown({ input: entry, platform: 'node', external: (id) => !/^[./]/.test(id) });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
  const code = output.map((chunk) => chunk.code ?? '').join('');
  await bundle.close();
  return { size: code.length, zipped: gzipSync(code).length };
}

const directory = mkdtempSync(join(tmpdir(), 'backstop-size-'));
try {
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', directory];
  const [{ size, unpackedSize }] = JSON.parse(execFileSync('npm', packing, { cwd: sdk, encoding: 'utf8' }));
  const { size: minified, zipped } = await bundled();
  const rounds = Array.from({ length: ROUNDS }, () => ({ sdk: startUp(entry), beside: startUp('pg') }));
  const rows = [
    ['tarball / unpacked, with sources and types', `${kilobytes(size)} / ${kilobytes(unpackedSize)}`],
    ['bundled and minified, without dependencies / zipped', `${kilobytes(minified)} / ${kilobytes(zipped)}`],
    ["import '@backstop/sdk'", `${median(rounds.map((round) => round.sdk)).toFixed(0)} ms`],
    ["import 'pg', in turns with it", `${median(rounds.map((round) => round.beside)).toFixed(0)} ms`],
  ];
  console.log('| of the SDK | |\n| --- | --- |');
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
