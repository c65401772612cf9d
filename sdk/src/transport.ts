import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackstopError, BackstopProblemError, BackstopUnavailableError } from './errors.js';
import { isUnavailable, type Problem, toError } from './problems.js';
import { retryDelayMs } from './retry.js';

export interface TransportOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: typeof globalThis.fetch;
}

export interface RequestOptions {
  readonly body?: unknown;
  /** Sent as `Idempotency-Key`, the same on every attempt. */
  readonly idempotent?: boolean;
  /** Milliseconds one attempt may take. Default 15 000. */
  readonly timeoutMs?: number;
}

/** Sends requests, unpacks the envelope, repeats what is safe to repeat: every POST carries an idempotency key. */
export class Transport {
  readonly #baseUrl: string;
  readonly #apiKey: string;
  readonly #fetch: typeof globalThis.fetch;

  constructor(options: TransportOptions) {
    this.#baseUrl = options.baseUrl.endsWith('/') ? options.baseUrl.slice(0, -1) : options.baseUrl;
    this.#apiKey = options.apiKey;
    this.#fetch = options.fetch ?? globalThis.fetch;
  }

  /** @throws BackstopError */
  async request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.#apiKey}`, accept: 'application/json' };
    if (options.body !== undefined) headers['content-type'] = 'application/json';
    if (options.idempotent) headers['idempotency-key'] = randomUUID();
    const body = options.body === undefined ? undefined : JSON.stringify(options.body);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt<T>(method, path, headers, body, options.timeoutMs ?? 15_000);
      } catch (error) {
        const delay = error instanceof BackstopError ? retryDelayMs(failureOf(error), attempt) : null;
        if (delay === null) throw error;
        await sleep(delay);
      }
    }
  }

  async #attempt<T>(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | undefined,
    timeoutMs: number,
  ): Promise<T> {
    let status = 0;
    let retryAfter: string | null = null;
    let answer: unknown;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await this.#fetch(`${this.#baseUrl}${path}`, { method, headers, body, signal });
      status = response.status;
      retryAfter = response.headers.get('retry-after');
      answer = await response.json();
    } catch (cause) {
      throw unavailable(status, `Backstop could not be reached (${describe(cause)}).`, cause);
    }
    if (!isEnvelope(answer)) throw unavailable(status, `The answer (${status}) is not one of Backstop.`);
    if (answer.error) throw toError(answer.error, retryAfter === null ? null : Number(retryAfter) || null);
    if (status >= 300) throw unavailable(status, `The answer (${status}) says nothing.`);
    return answer.data as T;
  }
}

function failureOf(error: BackstopError) {
  return {
    unavailable: error instanceof BackstopUnavailableError || isUnavailable(error.status),
    retryAfterSeconds: error instanceof BackstopProblemError ? error.retryAfterSeconds : null,
  };
}

function unavailable(status: number, message: string, cause?: unknown): BackstopUnavailableError {
  return new BackstopUnavailableError(`${message} Nothing that needed its permission has run.`, {
    code: 'unavailable',
    status,
    cause,
  });
}

function describe(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return inner instanceof Error ? inner.message : String(inner);
}

function isEnvelope(value: unknown): value is { data: unknown; error: Problem | null } {
  if (typeof value !== 'object' || value === null || !('data' in value) || !('error' in value)) return false;
  const { error } = value;
  return error === null || (typeof error === 'object' && 'type' in error && typeof error.type === 'string');
}
