import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CALLS, HardCalls, MOST } from '../../support/hard-calls.js';

/** The bound that e2e/actions/hostile-calls holds, ten times. */
const CLEARLY_MS = 1_000;
const AT_LEAST = 3;

const IN_A_CHILD = /this\.pool\.run\(organizationId, \{\s*connector: id,\s*method,\s*values,?\s*\}, context\)/;
const HERE = 'Promise.resolve().then(() => connector[method]?.(...values, ...(context ? [context] : [])) ?? null)';

let bench: string;
let calls: HardCalls;
beforeAll(async () => {
  bench = mkdtempSync(join(tmpdir(), 'backstop-without-interpreters-'));
  cpSync('dist', join(bench, 'dist'), { recursive: true });
  for (const needed of ['node_modules', 'migrations', 'package.json'])
    symlinkSync(resolve(needed), join(bench, needed));
  const file = join(bench, 'dist', 'isolation', 'isolation.service.js');
  const source = readFileSync(file, 'utf8');
  const changed = source
    .replace(
      'of(organizationId, { id, credentialFields }) {',
      'of(organizationId, connector) { const { id, credentialFields } = connector;',
    )
    .replace(IN_A_CHILD, HERE);
  expect(changed).toContain(HERE);
  expect(changed).toContain('} = connector;');
  writeFileSync(file, changed);
  calls = await HardCalls.start(join(bench, 'dist', 'main.js'));
}, 180_000);
afterAll(async () => {
  await calls?.stop();
  rmSync(bench, { recursive: true, force: true });
});

/**
 * The measurement notices what it is for: the same calls, read by the service itself. One that ends the service would end this
 * test as well.
 */
it('a service that reads calls by itself is held up ten times as long as it may be, by several kinds of call', async () => {
  const delays: [title: string, ms: number][] = [];
  for (const [title, apiName, payloadOf, says] of CALLS) {
    const ms = await calls.delayOf(apiName, payloadOf(MOST), says?.(MOST)).catch(() => Number.POSITIVE_INFINITY);
    delays.push([title, Math.round(ms)]);
  }
  const clearly = delays.filter(([, ms]) => ms > CLEARLY_MS);
  const shown = delays.map(([title, ms]) => `${title}: ${ms} ms`).join('\n');
  expect(clearly.length >= AT_LEAST ? '' : shown).toBe('');
}, 300_000);
