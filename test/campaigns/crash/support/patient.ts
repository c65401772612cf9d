import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, unique } from '../../../support/client.js';
import { patience } from '../../../support/patience.mjs';
import type { Service } from '../../../support/service.mjs';

/**
 * The milliseconds in which a process answers. A stopped process answers when it continues; the other one may answer
 * before.
 */
const ANSWERS_WITHIN_MS = patience(800);
const GIVES_UP_AFTER_MS = patience(18_000);
const PAUSE_MS = 100;

export interface Reply {
  readonly status: number;
  readonly data: Answer['body'];
  readonly error: { readonly type: string; readonly detail: string } | null;
}

/**
 * A client as docs/contract.md asks for: it sends a request again, to either process and under the same key, until it
 * gets an answer. It keeps each other answer that it gets instead of 503 while something is down.
 */
export class Patient {
  readonly failures: string[] = [];

  constructor(
    private readonly services: readonly Service[],
    private readonly credential: string,
  ) {}

  get = (path: string) => this.ask('GET', path);
  patch = (path: string, body: object) => this.ask('PATCH', path, body);
  post = (path: string, body: object) => this.ask('POST', path, body, unique('key'));

  private async ask(method: string, path: string, body?: object, key?: string): Promise<Reply> {
    const until = performance.now() + GIVES_UP_AFTER_MS;
    for (let turn = Math.floor(Math.random() * this.services.length); ; turn++) {
      const service = this.services[turn % this.services.length] as Service;
      const reply = await this.askOnce(service, method, path, body, key);
      // 408: the process stood still while the request arrived, and did nothing with it.
      if (reply && reply.status < 500 && reply.status !== 408) return reply;
      if (reply && ![408, 503].includes(reply.status))
        this.failures.push(`${method} ${path}: ${reply.status} ${reply.error?.type}`);
      if (performance.now() > until) throw new Error(`${method} ${path} was not answered: ${JSON.stringify(reply)}`);
      await sleep(PAUSE_MS);
    }
  }

  /** Sends one request; null if there was no answer. */
  private async askOnce(
    { url }: Service,
    method: string,
    path: string,
    body?: object,
    key?: string,
  ): Promise<Reply | null> {
    try {
      const answer = await fetch(url + path, {
        method,
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
        headers: {
          authorization: `Bearer ${this.credential}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const { data, error } = JSON.parse(await answer.text());
      return { status: answer.status, data, error };
    } catch {
      return null;
    }
  }
}
