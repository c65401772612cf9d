import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'sdk', 'dist');

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'backstop-serverless-'));
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function node(directory: string, name: string, source: string): Promise<string> {
  writeFileSync(join(directory, name), source);
  return (await run(process.execPath, ['--no-warnings', name], { cwd: directory })).stdout;
}

/** A handler that governs a call. `away` says which requests the service does not answer. */
const handler = (from: (name: string) => string) => `
  import { Backstop, wrap } from ${JSON.stringify(from('index'))};
  import { ServiceDouble } from ${JSON.stringify(from('testing'))};
  export async function handle(away) {
    const service = new ServiceDouble();
    const fetch = (input, init) => String(input).endsWith('/registry') && away === 'for its registry'
      ? Promise.reject(new TypeError('fetch failed')) : service.fetch(input, init);
    const backstop = new Backstop({ baseUrl: 'http://x.test', apiKey: 'bks_live_x', outbox: false, fetch });
    const session = await backstop.createSession({ agentId: 'bot', intent: 'work' });
    const options = { connector: 'crm', operations: { save: 'UPDATE' }, onUnavailable: 'allow' };
    const save = async () => { service.isReachable = away !== 'after the call'; return 'saved'; };
    service.isReachable = away !== 'before the call';
    return wrap({ save }, session, options).save({ id: 1 });
  }`;

/** The timers that keep the process alive are named once the requests of this moment have ended. */
const program = (away: string) => `
  import { setImmediate } from 'node:timers/promises';
  import { handle } from './handler.mjs';
  const answer = await handle(${JSON.stringify(away)});
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  console.log(JSON.stringify([answer, process.getActiveResourcesInfo().filter((one) => one === 'Timeout')]));`;

describe('a serverless handler', () => {
  it.each(['never', 'for its registry', 'before the call', 'after the call'])(
    'leaves no timer that keeps its process alive where the service is away %s',
    async (away) => {
      writeFileSync(
        join(home, 'handler.mjs'),
        handler((name) => join(dist, 'esm', `${name}.js`)),
      );
      expect(JSON.parse(await node(home, `${away}.mjs`, program(away)))).toEqual(['saved', []]);
    },
  );

  it.each(['esm', 'cjs'])('is bundled into one file of the %s form, which needs no other', async (form) => {
    const target = join(home, form);
    mkdirSync(target);
    writeFileSync(
      join(home, `source-${form}.mjs`),
      handler((name) => join(dist, form, `${name}.js`)),
    );
    const bundling = `
      import { rolldown } from 'rolldown';
      const input = './source-${form}.mjs';
      const bundle = await rolldown({ input, platform: 'node', external: /^(libpg-query|pgsql-deparser)$/ });
      const { output } = await bundle.write({ file: '${form}/handler.mjs', format: 'esm', codeSplitting: false });
      console.log(JSON.stringify(output.flatMap(({ imports }) => imports).filter((id) => !id.startsWith('node:'))));`;
    expect(JSON.parse(await node(home, `bundle-${form}.mjs`, bundling))).toEqual([]);
    expect(JSON.parse(await node(target, 'program.mjs', program('never')))).toEqual(['saved', []]);
  });
});
