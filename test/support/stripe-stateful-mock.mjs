import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { closing } from './stopping.mjs';

const require = createRequire(import.meta.url);
const installed = new URL('../stand-ins/node_modules/', import.meta.url).pathname;

/**
 * `stripe-stateful-mock` on 127.0.0.1: prices, charges, idempotency keys and Stripe's own 404s. Keys begin `sk_test_`.
 * @returns {Promise<import('./stripe-stateful-mock.mjs').StripeMock>}
 */
export async function startStripeMock() {
  const { createExpressApp } = require(`${installed}stripe-stateful-mock/dist/index.js`);
  const server = createServer(createExpressApp()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, stop: closing(server) };
}
