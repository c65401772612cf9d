import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbeddedPostgres } from '../dist/platform/database/embedded/embedded-postgres.js';
import { playStory } from '../examples/support-agent/story.mjs';

/** `npm run demo`: a service and a customer database of its own, the story, and nothing left behind. */
const directory = mkdtempSync(join(tmpdir(), 'backstop-demo-'));
const say = (who, line) => console.log(`  ${who.padStart(9)} │ ${line}`);

console.log('\n  Starting a service and, beside it, the PostgreSQL of an operator …\n');
const customers = await startEmbeddedPostgres({ dataDir: join(directory, 'customers'), durable: false, tcp: true });
const service = await startService();
try {
  await playStory({ baseUrl: service.url, customerDatabaseUrl: customers.superuserUrl, say });
  console.log('\n  That was one governed session. Start your own service with: npm start\n');
} finally {
  await service.stop();
  await customers.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function startService() {
  const child = spawn(process.execPath, ['dist/bundle/main.js'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'warn',
      DATA_DIR: join(directory, 'service'),
      DEFAULT_PLAN: 'TEAM',
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
      JWT_SECRET: randomBytes(32).toString('hex'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = /is up at (http:\/\/\S+)/.exec(line);
      if (match) resolve(match[1]);
    });
    void exited.then(([code]) => reject(new Error(`the service stopped with ${code}`)));
  });
  const stop = async () => {
    child.kill('SIGINT');
    await exited;
  };
  return { url, stop };
}
