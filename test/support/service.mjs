import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { count } from './suite-costs.mjs';

const preloaded = (module) => ['--import', new URL(module, import.meta.url).href];

/** Judges each answer of a service; outside of a run of jest there is no suite that could fail. */
export const judged = () => (process.env.TEST_UNDECLARED_ANSWERS ? preloaded('./judged-service.mjs') : []);

/** Campaigns hash passwords at the costs of production; some measure them. */
const withCheapPasswords = () => (process.env.CAMPAIGN_TIMES === undefined ? preloaded('./cheap-passwords.mjs') : []);

/** A service with options for its Node is measured (its heap, its event loop), and would be measured with its judge. */
const isMeasured = ({ NODE_OPTIONS }) => NODE_OPTIONS !== undefined;

/** Returns the settings of every test service: all plans open, no throttle, local stand-ins reachable. */
export function testEnvironment(overrides = {}) {
  return {
    DATABASE_URL: process.env.TEST_DATABASE_URL ?? '',
    JWT_SECRET: 'the secret of the tests, long enough for a key',
    ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
    DEFAULT_PLAN: 'TEAM',
    RATE_LIMIT_MULTIPLIER: '100000',
    ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'error',
    // Tests that look at the drain set it; the others stop at once.
    DRAIN_SECONDS: '0',
    PORT: '0',
    TEST_UNDECLARED_ANSWERS: process.env.TEST_UNDECLARED_ANSWERS ?? '',
    ...overrides,
  };
}

/**
 * The built service as a process of its own, with its address once it is up. It may stand in another directory, begin at
 * another file, and run under another Node.
 * @returns {Promise<import('./service.mjs').ServiceProcess>}
 */
export async function startService(
  overrides = {},
  { cwd = process.cwd(), entry = 'dist/bundle/main.js', node = process.execPath } = {},
) {
  count('services');
  const child = spawn(node, [...(isMeasured(overrides) ? [] : [...judged(), ...withCheapPasswords()]), entry], {
    cwd,
    env: { PATH: process.env.PATH, ...testEnvironment(overrides) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = [];
  child.stderr.on('data', (chunk) => output.push(chunk.toString()));
  const exited = once(child, 'exit');
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      const match = /is up at (http:\/\/\S+)/.exec(line);
      if (match) resolve(match[1]);
    });
    void exited.then(([code]) => reject(new Error(`the service did not start (${code}):\n${output.join('\n')}`)));
  });
  const kill = async (signal) => {
    child.kill(signal);
    await exited;
  };
  const stopReading = () => void child.stdout.pause();
  return { url, pid: child.pid, output, kill, stop: () => kill('SIGTERM'), ended: exited, stopReading };
}
