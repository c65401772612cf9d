import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Governance } from './governance.js';

const PROGRAM = fileURLToPath(new URL('traced-program.cjs', import.meta.url));

interface Traced {
  readonly answers: readonly unknown[];
  /** The statements that were sent, as the instrumentation saw them. */
  readonly traced: readonly string[];
}

/**
 * A program beside Datadog's instrumentation, in a process of its own; see `traced-program.cjs`.
 * @param when the SDK is loaded before the instrumentation, or after it
 * @param governed null: the client stays bare
 */
export async function tracedProgram(
  when: string,
  kind: 'pg' | 'mysql2' | 'ioredis',
  url: string,
  governed: Governance | null,
): Promise<Traced> {
  const { service, credential } = governed?.agent ?? {};
  const env = {
    PATH: process.env.PATH,
    DD_INSTRUMENTATION_TELEMETRY_ENABLED: 'false',
    ...(governed && { BASE_URL: service?.url, API_KEY: credential ?? '', SESSION: governed.session.id }),
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', PROGRAM, when, kind, url], { env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/** Tells for each text whether a statement that begins with it was sent. */
export const wereSent = ({ traced }: Traced, ...texts: string[]) =>
  texts.map((text) => traced.some((one) => one.startsWith(text)));
