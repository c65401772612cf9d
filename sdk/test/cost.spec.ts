import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newOrganization } from '../../test/support/client.js';
import type { Call, Outcome, Verdict } from '../src/asking/gate.js';
import { realPostgres } from './support/postgres.js';
import { RecordingGate } from './support/recording-gate.js';

const run = promisify(execFile);

/** A gate that answers when the test says so. */
class HeldGate extends RecordingGate {
  readonly asking = deferred();
  readonly confirming = deferred();
  readonly maySpeak = deferred();
  readonly mayHear = deferred();

  override async ask(call: Call, precaptureId: string | null): Promise<Verdict> {
    this.asking.resolve();
    await this.maySpeak.promise;
    return super.ask(call, precaptureId);
  }

  override async confirm(actionId: string, outcome: Outcome): Promise<void> {
    this.confirming.resolve();
    await this.mayHear.promise;
    return super.confirm(actionId, outcome);
  }
}

function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

describe('a governed statement of PostgreSQL', () => {
  const real = realPostgres();
  const UPDATE = 'UPDATE customers SET credit = 99 WHERE id = 1';
  /** Fails immediately if another transaction has locked the row. */
  const lock = () => real.admin().query('SELECT credit::int FROM customers WHERE id = 1 FOR UPDATE NOWAIT');

  it.each(['by itself', 'in a transaction of the agent'])(
    '%s locks no row while it waits for the service',
    async (how) => {
      const { rawPool } = await real.setup();
      const gate = new HeldGate();
      const pool = real.wrap(rawPool, gate);
      const client = await pool.connect();
      const within = how !== 'by itself';
      if (within) await client.query('BEGIN');
      const updated = client.query(UPDATE);
      await gate.asking.promise;
      expect((await lock()).rows).toEqual([{ credit: 10 }]);
      gate.maySpeak.resolve();
      if (within) {
        await updated;
        await expect(lock()).rejects.toMatchObject({ code: '55P03' });
      }
      const ended = within ? client.query('COMMIT') : updated;
      await gate.confirming.promise;
      expect((await lock()).rows).toEqual([{ credit: 99 }]);
      gate.mayHear.resolve();
      await ended;
      client.release();
      expect(gate.log).toEqual(['precapture', 'ask', 'SUCCESS']);
    },
  );
});

describe('a call that has ended', () => {
  /** Runs a program in a process of its own, with nothing of the tests in it. */
  async function program(source: string): Promise<string> {
    const { agent } = await newOrganization();
    const env = { PATH: process.env.PATH, BACKSTOP_URL: agent.service.url, BACKSTOP_API_KEY: agent.credential ?? '' };
    const head = `
      import { Backstop, wrap } from '${new URL('../dist/esm/index.js', import.meta.url).href}';
      const session = await new Backstop({ outbox: false }).createSession({ agentId: 'a', intent: 'b' });
      const crm = wrap({ set: async (given) => ({ given: given.text.length }) }, session, { connector: 'crm' });`;
    const { stdout } = await run(
      process.execPath,
      ['--no-warnings', '--expose-gc', '--input-type=module', '--eval', head + source],
      { env, cwd: fileURLToPath(new URL('.', import.meta.url)) },
    );
    return stdout.trim();
  }

  it('leaves no timer, so that the process ends at once', async () => {
    const said = await program(`
      await crm.set({ text: 'x' });
      console.log(JSON.stringify(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')));`);
    expect(said).toBe('[]');
  });

  it('keeps neither its arguments nor its answer', async () => {
    const said = await program(`
      const gone = [];
      const registry = new FinalizationRegistry((name) => gone.push(name));
      const call = async () => {
        const given = { text: 'x'.repeat(1_000_000) };
        registry.register(given, 'arguments');
        registry.register(await crm.set(given), 'answer');
      };
      await call();
      for (let tries = 0; gone.length < 2 && tries < 500; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        gc();
      }
      console.log(gone.sort().join());`);
    expect(said).toBe('answer,arguments');
  });
});
