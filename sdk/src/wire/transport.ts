import { BackstopError, BackstopProblemError, BackstopUnavailableError } from '../errors.js';
import { describe, isEnvelope, parsed, unavailable, unreachable } from './no-answer.js';
import { isUnavailable, toError } from './problems.js';
import { Reachability, PATIENCE_MS as SIGN_OF_LIFE_MS } from './reachability.js';
import { retryDelayMs } from './retry.js';
import { sleep } from './runtime.js';
import { Slots } from './slots.js';
import { traceOf } from './trace.js';

/** The address of the service, and the credential and limits of its client. */
export interface TransportOptions {
  /** Address of the service, for example `https://backstop.example.com`. */
  readonly baseUrl: string;
  /** An API key, `bks_live_…` or `bks_test_…`. It is sent to `baseUrl` alone and stored nowhere. */
  readonly apiKey: string;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Concurrent requests, 1 to 1000; the others wait for their turn. Default 64. Waits for approvals do not count. */
  readonly concurrency?: number;
  /**
   * Milliseconds that one request may take while the service is slow but alive, with its time in the queue: at least
   * 1000, default 120 000. A service that shows no sign of life is given up earlier.
   */
  readonly requestTimeoutMs?: number;
}

export interface RequestOptions {
  readonly body?: unknown;
  /** Sent as `Idempotency-Key`, the same on every attempt: true for a new one. */
  readonly idempotent?: boolean | string;
  /** Milliseconds one attempt may take, even if the service is alive. Left out: as long as it is alive. */
  readonly timeoutMs?: number;
  /** The service holds it until something happens: it takes up no place among the requests under way. */
  readonly isHeld?: boolean;
  /** False to make one attempt only. */
  readonly repeat?: boolean;
  /** Ends it, as if no answer had come in time. */
  readonly signal?: AbortSignal;
  /** Called after each attempt without a usable answer: the service may have done what was asked. */
  readonly onUnanswered?: () => void;
}

/** The service's answer, with the id under which it logged the request. */
export interface Answer<T> {
  readonly data: T;
  readonly status: number;
  readonly requestId: string | null;
}

/** Milliseconds after which no further attempt begins. */
const PATIENCE_MS = 30_000;
/** Milliseconds without an answer after which the service is asked for a sign of life. */
const SILENCE_MS = 15_000;
const HEALTH_MS = 5_000;
/** A shorter time in the queue is not what was slow. */
const SHOWN_FROM_MS = 50;
const DEFAULT_CONCURRENCY = 64;
const DEFAULT_TIMEOUT_MS = 120_000;
/** Statuses of a proxy that got no answer from the service. */
const GATEWAY_STATUSES = new Set([502, 503, 504]);

/**
 * Sends requests, unpacks the envelope, and repeats requests that are safe to repeat: every POST carries an idempotency
 * key.
 */
export class Transport {
  readonly #baseUrl: string;
  readonly #apiKey: string;
  readonly #fetch: typeof globalThis.fetch;
  readonly #slots: Slots;
  readonly #requestTimeoutMs: number;
  /** The running probes by their limit in milliseconds. */
  readonly #probing = new Map<number, Promise<boolean>>();

  /** @throws TypeError */
  constructor(
    options: TransportOptions,
    private readonly reachability = new Reachability(),
    private readonly silenceMs = SILENCE_MS,
  ) {
    const { concurrency = DEFAULT_CONCURRENCY, requestTimeoutMs = DEFAULT_TIMEOUT_MS } = options;
    if (!isBetween(concurrency, 1, 1_000)) throw new TypeError('concurrency must be a whole number from 1 to 1000');
    if (!isBetween(requestTimeoutMs, 1_000, 2 ** 31 - 1)) {
      throw new TypeError('requestTimeoutMs must be a whole number of milliseconds, at least 1000');
    }
    this.#slots = new Slots(concurrency);
    this.#requestTimeoutMs = requestTimeoutMs;
    this.#baseUrl = options.baseUrl.endsWith('/') ? options.baseUrl.slice(0, -1) : options.baseUrl;
    this.#apiKey = options.apiKey;
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  /** @throws BackstopError */
  async request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
    return (await this.exchange<T>(method, path, options)).data;
  }

  /**
   * Asks while the service gives signs of life: it waits for a slow answer, and a second of silence ends the request.
   * For a while after that it does not ask.
   * @throws BackstopUnavailableError that was not answered
   */
  async whileAlive<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (!this.reachability.mayAsk()) throw unreachable('Backstop could not be reached a moment ago.', {});
    const silence = new AbortController();
    const probe = async () => {
      const isAlive = await this.#isAlive(SIGN_OF_LIFE_MS / 2);
      if (!isAlive) silence.abort();
      else if (!isOver) timer = setTimeout(probe, SIGN_OF_LIFE_MS / 2);
    };
    let isOver = false;
    let timer = setTimeout(probe, SIGN_OF_LIFE_MS / 2);
    try {
      return await ask(silence.signal);
    } catch (error) {
      if (error instanceof BackstopUnavailableError && !error.answered) this.reachability.markUnreachable();
      throw error;
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  }

  /** Sends one probe at a time: its answer serves all callers that ask meanwhile. */
  #isAlive(withinMs: number): Promise<boolean> {
    const request = { method: 'GET', headers: { accept: 'application/json' } };
    const known = this.#probing.get(withinMs);
    if (known) return known;
    const probing = this.#attempt('/health', request, { timeoutMs: withinMs })
      .then(
        () => true,
        (error) => error.answered === true,
      )
      .finally(() => this.#probing.delete(withinMs));
    this.#probing.set(withinMs, probing);
    return probing;
  }

  /** Sends a request as {@link request} does, and also returns its id. @throws BackstopError */
  async exchange<T>(method: string, path: string, options: RequestOptions = {}): Promise<Answer<T>> {
    const { idempotent } = options;
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#apiKey}`,
      accept: 'application/json',
      ...traceOf(),
    };
    if (options.body !== undefined) headers['content-type'] = 'application/json';
    if (idempotent) headers['idempotency-key'] = idempotent === true ? crypto.randomUUID() : idempotent;
    const body = options.body === undefined ? null : JSON.stringify(options.body);
    const call = { path, init: { method, headers, body }, options };
    if (options.isHeld) return this.#attempts<T>(call, Number.POSITIVE_INFINITY);
    const begunAt = Date.now();
    await this.#queued(call);
    try {
      return await this.#attempts<T>(call, begunAt + this.#requestTimeoutMs, Date.now() - begunAt);
    } catch (error) {
      await this.#failQueueOf(error);
      throw error;
    } finally {
      this.#slots.release();
    }
  }

  /** Waits for its turn for as long as the request may take. */
  async #queued({ init, path, options }: Request): Promise<void> {
    const limit = new AbortController();
    const end = () => limit.abort(unreachable('Backstop could not be reached (no answer in time).', {}));
    const late = () => limit.abort(this.#slow(init, path, this.#requestTimeoutMs));
    const timer = setTimeout(late, this.#requestTimeoutMs);
    options.signal?.addEventListener('abort', end);
    if (options.signal?.aborted) end();
    try {
      await this.#slots.take(limit.signal);
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', end);
    }
  }

  /** If the service is away, the requests behind this one fail with it, and need not find that out again. */
  async #failQueueOf(error: unknown): Promise<void> {
    if (!(error instanceof BackstopUnavailableError) || error.answered) return;
    if (!(await this.#isAlive(HEALTH_MS))) this.#slots.failWaiting(error);
  }

  async #attempts<T>({ path, init, options }: Request, deadline: number, queuedMs = 0): Promise<Answer<T>> {
    const giveUpAt = Date.now() + PATIENCE_MS;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt<T>(path, init, options, deadline, queuedMs);
      } catch (error) {
        if (error instanceof BackstopUnavailableError) options.onUnanswered?.();
        const isOver = options.signal?.aborted || Date.now() >= deadline;
        const repeats = options.repeat !== false && !isOver && error instanceof BackstopError;
        const delay = repeats ? retryDelayMs(failureOf(error), attempt) : null;
        if (delay === null || Date.now() + delay > giveUpAt) throw error;
        await sleep(delay);
      }
    }
  }

  async #attempt<T>(
    path: string,
    init: RequestInit,
    { timeoutMs, signal: end }: Pick<RequestOptions, 'timeoutMs' | 'signal'>,
    deadline = Number.POSITIVE_INFINITY,
    queuedMs = 0,
  ): Promise<Answer<T>> {
    const limit = new AbortController();
    let isOver = false;
    const abort = () => limit.abort(new DOMException('no answer in time', 'TimeoutError'));
    const begunAt = Date.now();
    const check = async () => {
      if (timeoutMs !== undefined || !(await this.#isAlive(HEALTH_MS))) return abort();
      if (Date.now() >= deadline) return limit.abort(this.#slow(init, path, queuedMs, Date.now() - begunAt));
      if (!isOver) timer = setTimeout(check, Math.min(this.silenceMs, Math.max(0, deadline - Date.now())));
    };
    let timer = setTimeout(check, timeoutMs ?? Math.min(this.silenceMs, Math.max(0, deadline - begunAt)));
    end?.addEventListener('abort', abort);
    if (end?.aborted) abort();
    try {
      // A redirect is followed nowhere: the key belongs to this address.
      return await this.#answered<T>(path, { ...init, redirect: 'manual', signal: limit.signal });
    } finally {
      isOver = true;
      clearTimeout(timer);
      end?.removeEventListener('abort', abort);
    }
  }

  #slow({ method }: RequestInit, path: string, queuedMs: number, sentMs = 0): BackstopUnavailableError {
    const seconds = (milliseconds: number) => `${Math.round(milliseconds / 100) / 10} s`;
    const hasQueued = queuedMs >= SHOWN_FROM_MS;
    const queue = ` (${seconds(queuedMs)} of them in the queue behind ${this.#slots.most} other requests)`;
    return unavailable(
      `Backstop is slow: ${method} ${path} had no answer after ${seconds(queuedMs + sentMs)}${hasQueued ? queue : ''}, ` +
        'although its /health answers. Set requestTimeoutMs of new Backstop() to wait longer' +
        `${hasQueued ? ', or make fewer calls at once' : ''}.`,
      {},
    );
  }

  async #answered<T>(path: string, request: RequestInit): Promise<Answer<T>> {
    let response: Response;
    try {
      response = await this.#fetch(`${this.#baseUrl}${path}`, request);
    } catch (cause) {
      if (request.signal?.reason instanceof BackstopError) throw request.signal.reason;
      throw unreachable(`Backstop could not be reached (${describe(cause)}).`, { cause });
    }
    const status = response.status || 302;
    const requestId = response.headers.get('x-request-id');
    const text = await response.text().catch((cause: unknown) => {
      // The service may have answered; its answer is not known.
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

interface Request {
  readonly path: string;
  readonly init: RequestInit;
  readonly options: RequestOptions;
}

function isBetween(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function failureOf(error: BackstopError) {
  return {
    unavailable: error instanceof BackstopUnavailableError || isUnavailable(error.status),
    retryAfterSeconds: error instanceof BackstopProblemError ? error.retryAfterSeconds : null,
  };
}
