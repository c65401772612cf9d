import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CALLS, HardCalls, MOST } from '../../support/hard-calls.js';

/** Three times what campaigns/capacity/hostile-calls allows. */
const CLEARLY_MS = 300;
/** Calls of an agent, and answers of a provider. */
const CLEARLY = ['a statement of many rows', 'a calendar of many lines that the provider answers'];

const IN_A_CHILD =
  /this\.pool\.run\(organizationId, \{ connector: id, method, values \}, context && reachable\(context\)\)/;
const HERE =
  'Promise.resolve().then(() => connector[method]?.(...values, ...(context ? [reachable(context)] : [])) ?? null)';

let bench: string;
let calls: HardCalls;
beforeAll(async () => {
  bench = mkdtempSync(join(tmpdir(), 'backstop-without-interpreters-'));
  cpSync('dist', join(bench, 'dist'), { recursive: true });
  for (const needed of ['node_modules', 'migrations', 'package.json', 'packages'])
    symlinkSync(resolve(needed), join(bench, needed));
  const file = join(bench, 'dist', 'isolation', 'isolation.service.js');
  const source = readFileSync(file, 'utf8');
  const changed = source
    .replace(
      /of\(organizationId, (\{ id, credentialFields.*\})\) \{/,
      'of(organizationId, connector) { const $1 = connector;',
    )
    .replace(IN_A_CHILD, HERE);
  expect(changed).toContain(HERE);
  expect(changed).toContain('} = connector;');
  writeFileSync(file, changed);
  calls = await HardCalls.start(join(bench, 'dist', 'unbundled.js'));
});
afterAll(async () => {
  await calls?.stop();
  rmSync(bench, { recursive: true, force: true });
});

/** The measurement notices a planted fault: the same calls, read by the service itself. */
it.each(CLEARLY)(
  'a service that reads calls by itself is held up by %s three times as long as it may be',
  async (title) => {
    const [, apiName = '', payloadOf, says] = CALLS.find(([one]) => one === title) ?? [];
    const payload = payloadOf?.(MOST) ?? {};
    expect(await calls.delayOf(apiName, payload, says?.(MOST))).toBeGreaterThan(CLEARLY_MS);
  },
);
