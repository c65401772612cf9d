import { createInterface } from 'node:readline';
import pg from 'pg';
import { Backstop, wrap } from '../../dist/esm/index.js';
import { wrapSettings } from '../../dist/esm/wrapping/options.js';

/**
 * An agent as a process of its own, so that it can be killed. It obeys one command a line and answers with one line:
 * `open [session]`, `clear <n>` (asks for n calls), `confirm <n>` (reports the outcome of the next n, the last asked
 * first), `update <id>` (of a customer, through the wrapped pool), `flush`. At its confirmation number HOLD it prints
 * `confirming` and stops there.
 */
const { BASE_URL, API_KEY, OUTBOX, DATABASE, HOLD, REFUSE_CONFIRMATIONS } = process.env;
const say = (line) => process.stdout.write(`${line}\n`);

let confirmations = 0;
const fetch = async (input, init) => {
  if (init.method === 'PATCH') confirmations += 1;
  if (init.method === 'PATCH' && confirmations === Number(HOLD)) {
    say('confirming');
    return new Promise(() => undefined);
  }
  if (REFUSE_CONFIRMATIONS && init.method === 'PATCH') throw new TypeError('the network was cut');
  return globalThis.fetch(input, init);
};

const backstop = new Backstop({ baseUrl: BASE_URL, apiKey: API_KEY, outbox: OUTBOX, fetch });
let session;
const asked = [];
const gate = () => session.gate(wrapSettings({ connector: 'crm' }, ['contacts.update']));

const commands = {
  async open(id) {
    session = id ? await backstop.openSession(id) : await backstop.createSession({ agentId: 'killed', intent: 'work' });
    return session.id;
  },
  async clear(count) {
    for (let index = 0; index < Number(count); index += 1) {
      const payload = { index };
      const call = { apiName: 'crm.contacts.update', operationType: 'UPDATE', payload };
      asked.push({ actionId: (await gate().ask(call, null)).actionId, payload });
    }
    return asked.map(({ actionId }) => actionId).join(' ');
  },
  async confirm(count) {
    const confirmed = [];
    for (let index = 0; index < Number(count); index += 1) {
      const { actionId, payload } = asked.pop();
      await gate().confirm(actionId, { status: 'SUCCESS', response: null, payload });
      confirmed.push(actionId);
    }
    return confirmed.join(' ');
  },
  async update(id) {
    const pool = wrap(new pg.Pool({ connectionString: DATABASE }), session, { connector: 'postgres' });
    await pool.query('UPDATE customers SET credit = 99 WHERE id = $1', [Number(id)]);
    return 'updated';
  },
  async flush() {
    await backstop.flush();
    return 'flushed';
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, argument] = line.split(' ');
  say(await commands[name](argument).catch((error) => `failed: ${error.message}`));
}
