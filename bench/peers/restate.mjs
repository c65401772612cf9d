import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as restate from '@restatedev/restate-sdk';
import { freePort } from '../stage.mjs';
import { effect } from './effect.mjs';

// All that its SDK needs of Node 22; the others run on Node 20 as well.
Promise.withResolvers ??= () => {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};

/** A service with one `ctx.run`, called through the server's ingress (docs.restate.dev, "HTTP invocation"). */
const calls = restate.service({
  name: 'calls',
  handlers: { record: async (context, call) => context.run('call', () => effect(call)) },
});
const [port, admin, fabric] = [await freePort(), await freePort(), await freePort()];
restate.serve({ services: [calls], port });

const directory = mkdtempSync(join(tmpdir(), 'backstop-bench-restate-'));
const require = createRequire(import.meta.url);
const server = spawn(process.execPath, [require.resolve('@restatedev/restate-server/lib/index.js')], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    PATH: process.env.PATH,
    RESTATE_BASE_DIR: directory,
    RESTATE_LISTEN_MODE: 'tcp',
    RESTATE_BIND_IP: '127.0.0.1',
    RESTATE_BIND_PORT: String(fabric),
    RESTATE_ADMIN__BIND_PORT: String(admin),
    RESTATE_INGRESS__BIND_PORT: process.env.PORT,
    RESTATE_LOG_FILTER: 'error',
    RESTATE_DISABLE_TELEMETRY: 'true',
  },
});
process.on('SIGTERM', async () => {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  rmSync(directory, { recursive: true, force: true });
  process.exit();
});

for (let tries = 0; tries < 200; tries++, await sleep(100)) {
  const registered = await fetch(`http://127.0.0.1:${admin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: `http://127.0.0.1:${port}` }),
  }).catch(() => null);
  if (registered?.ok) break;
}
