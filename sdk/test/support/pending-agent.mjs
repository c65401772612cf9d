import { appendFileSync } from 'node:fs';
import { Backstop, wrap } from '../../dist/esm/index.js';

/**
 * An agent as a process of its own that makes one refund, and ends: `once` asks for it under a key, `resume <action>` goes on
 * with it, `abort` gives it up while it waits. Prints what became of it as JSON. With HANG it stops after the refund.
 */
const { BASE_URL, API_KEY, SESSION, EFFECTS, HANG } = process.env;
const [mode, actionId] = process.argv.slice(2);

const shop = {
  async refund(order) {
    appendFileSync(EFFECTS, `${JSON.stringify(order)}\n`);
    if (HANG) {
      process.stdout.write('refunded\n');
      await new Promise((resolve) => setTimeout(resolve, 3_600_000));
    }
    return { refunded: order.amount };
  },
};

const backstop = new Backstop({ baseUrl: BASE_URL, apiKey: API_KEY, outbox: false });
const session = await backstop.resumeSession(SESSION);
const governed = wrap(shop, session, {
  connector: 'shop',
  operations: { refund: 'UPDATE' },
  requiresApproval: ['refund'],
  pending: mode === 'abort' ? 'wait' : 'throw',
});
const order = { id: 7, amount: 5 };

const modes = {
  once: () => session.once('refund of order 7', () => governed.refund(order)),
  resume: () => session.resume(actionId, () => governed.refund(order)),
  abort: () => governed.refund({ ...order, signal: AbortSignal.timeout(1_500) }),
};

const ended = await modes[mode]().then(
  (value) => ({ value }),
  ({ name, code, actionId, approvalId, url, outcome, response }) => ({
    error: { name, code, actionId, approvalId, url, outcome, response },
  }),
);
process.stdout.write(`${JSON.stringify(ended)}\n`);
