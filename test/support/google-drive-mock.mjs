import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { closing } from './stopping.mjs';

const require = createRequire(import.meta.url);
const installed = new URL('../stand-ins/node_modules/', import.meta.url).pathname;

/**
 * `google-drive-mock` on 127.0.0.1: files with content, star and trash; it knows no folders in its queries. It keeps
 * the bytes of texts and JSON alone.
 * @returns {Promise<import('./google-drive-mock.mjs').GoogleDriveMock>}
 */
export async function startGoogleDriveMock() {
  const { createApp } = require(`${installed}google-drive-mock/dist/index.js`);
  const server = createServer(createApp()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, accessToken: 'valid-token', stop: closing(server) };
}
