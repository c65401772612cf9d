import { BackstopError, BackstopProblemError, BackstopUnavailableError } from '../errors.js';
import { isUnavailable, type Problem, toError } from './problems.js';
import { Reachability, PATIENCE_MS as SIGN_OF_LIFE_MS } from './reachability.js';
import { retryDelayMs } from './retry.js';
import { sleep } from './runtime.js';

/** Where the service is, and who speaks to it. */
export interface TransportOptions {
  /** Address of the service, for example `https://backstop.example.com`. */
  readonly baseUrl: string;
  /** An API key, `bks_live_…` or `bks_test_…`. It is sent to `baseUrl` alone and stored nowhere. */
  readonly apiKey: string;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface RequestOptions {
  readonly body?: unknown;
  /** Sent as `Idempotency-Key`, the same on every attempt: true for a new one. */
  readonly idempotent?: boolean | string;
  /** Milliseconds one attempt may take. Default 15 000. */
  readonly timeoutMs?: number;
  /** False for one attempt only. */
  readonly repeat?: boolean;
  /** Ends it, as if no answer had come in time. */
  readonly signal?: AbortSignal;
}

/** What the service answered, with the id under which it logged the request. */
export interface Answer<T> {
  readonly data: T;
  readonly status: number;
  readonly requestId: string | null;
}

/** Milliseconds after which no further attempt begins. */
const PATIENCE_MS = 30_000;
/** Statuses of a proxy that got no answer from the service. */
const GATEWAY_STATUSES = new Set([502, 503, 504]);

/** Sends requests, unpacks the envelope, repeats what is safe to repeat: every POST carries an idempotency key. */
export class Transport {
  readonly #baseUrl: string;
  readonly #apiKey: string;
  readonly #fetch: typeof globalThis.fetch;

  constructor(
    options: TransportOptions,
    private readonly reachability = new Reachability(),
  ) {
    this.#baseUrl = options.baseUrl.endsWith('/') ? options.baseUrl.slice(0, -1) : options.baseUrl;
    this.#apiKey = options.apiKey;
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  /** @throws BackstopError */
  async request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
    return (await this.exchange<T>(method, path, options)).data;
  }

  /**
   * Asks while the service gives signs of life: a slow answer is waited for, and a second of silence ends it. Not asked
   * for a while after that.
   * @throws BackstopUnavailableError that was not answered
   */
  async whileAlive<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (!this.reachability.mayAsk()) throw unreachable('Backstop could not be reached a moment ago.', {});
    const silence = new AbortController();
    const probe = async () => {
      const isAlive = await this.#isAlive();
      if (!isAlive) silence.abort();
      else if (!isOver) timer = setTimeout(probe, SIGN_OF_LIFE_MS / 2);
    };
    let isOver = false;
    let timer = setTimeout(probe, SIGN_OF_LIFE_MS / 2);
    try {
      return await ask(silence.signal);
    } catch (error) {
      if (error instanceof BackstopUnavailableError && !error.answered) this.reachability.foundAway();
      throw error;
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  }

  async #isAlive(): Promise<boolean> {
    const request = { method: 'GET', headers: { accept: 'application/json' } };
    return this.#attempt('/health', request, SIGN_OF_LIFE_MS / 2).then(
      () => true,
      (error) => error.answered === true,
    );
  }

  /** As {@link request}, with the id of the request. @throws BackstopError */
  async exchange<T>(method: string, path: string, options: RequestOptions = {}): Promise<Answer<T>> {
    const { idempotent } = options;
    const headers: Record<string, string> = { authorization: `Bearer ${this.#apiKey}`, accept: 'application/json' };
    if (options.body !== undefined) headers['content-type'] = 'application/json';
    if (idempotent) headers['idempotency-key'] = idempotent === true ? crypto.randomUUID() : idempotent;
    const body = options.body === undefined ? null : JSON.stringify(options.body);
    const giveUpAt = Date.now() + PATIENCE_MS;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt<T>(path, { method, headers, body }, options.timeoutMs ?? 15_000, options.signal);
      } catch (error) {
        const repeats = options.repeat !== false && !options.signal?.aborted && error instanceof BackstopError;
        const delay = repeats ? retryDelayMs(failureOf(error), attempt) : null;
        if (delay === null || Date.now() + delay > giveUpAt) throw error;
        await sleep(delay);
      }
    }
  }

  async #attempt<T>(path: string, init: RequestInit, timeoutMs: number, end?: AbortSignal): Promise<Answer<T>> {
    const limit = new AbortController();
    const abort = () => limit.abort(new DOMException('no answer in time', 'TimeoutError'));
    const timer = setTimeout(abort, timeoutMs);
    end?.addEventListener('abort', abort);
    if (end?.aborted) abort();
    try {
      // A redirect is followed nowhere: the key belongs to this address.
      return await this.#answered<T>(path, { ...init, redirect: 'manual', signal: limit.signal });
    } finally {
      clearTimeout(timer);
      end?.removeEventListener('abort', abort);
    }
  }

  async #answered<T>(path: string, request: RequestInit): Promise<Answer<T>> {
    let response: Response;
    try {
      response = await this.#fetch(`${this.#baseUrl}${path}`, request);
    } catch (cause) {
      throw unreachable(`Backstop could not be reached (${describe(cause)}).`, { cause });
    }
    const status = response.status || 302;
    const requestId = response.headers.get('x-request-id');
    const text = await response.text().catch((cause: unknown) => {
      // It may have been an answer of the service; it is not known which.
      throw unavailable(`The answer (${status}) broke off.`, { status, requestId, cause });
    });
    const answer = parsed(text);
    if (!isEnvelope(answer)) {
      const message = `The answer (${status}) is not one of Backstop.`;
      throw GATEWAY_STATUSES.has(status)
        ? unreachable(message, { status })
        : unavailable(message, { status, requestId });
    }
    this.reachability.answered();
    if (answer.error) throw toError(answer.error, Number(response.headers.get('retry-after')) || null);
    if (status >= 300) throw unavailable(`The answer (${status}) says nothing.`, { status, requestId });
    return { data: answer.data as T, status, requestId };
  }
}

function failureOf(error: BackstopError) {
  return {
    unavailable: error instanceof BackstopUnavailableError || isUnavailable(error.status),
    retryAfterSeconds: error instanceof BackstopProblemError ? error.retryAfterSeconds : null,
  };
}

interface Circumstances {
  readonly status?: number;
  readonly requestId?: string | null;
  readonly cause?: unknown;
}

const WHAT_NOW =
  'Nothing that needed its permission has run. Wait and try again; do not look for another way to do the same.';

function unreachable(message: string, circumstances: Circumstances): BackstopUnavailableError {
  return new BackstopUnavailableError(`${message} ${WHAT_NOW}`, { code: 'unavailable', ...circumstances }, false);
}

function unavailable(message: string, circumstances: Circumstances): BackstopUnavailableError {
  return new BackstopUnavailableError(`${message} ${WHAT_NOW}`, { code: 'unavailable', ...circumstances });
}

function describe(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  if (!(inner instanceof Error)) return String(inner);
  return inner.message || ('code' in inner ? String(inner.code) : inner.name);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isEnvelope(value: unknown): value is { data: unknown; error: Problem | null } {
  if (typeof value !== 'object' || value === null || !('data' in value) || !('error' in value)) return false;
  const { error } = value;
  return error === null || (typeof error === 'object' && 'type' in error && typeof error.type === 'string');
}
