/**
 * In each suite: an answer of the service that `fetch` receives, also that of the SDK, and that `openapi.json` does not
 * declare, fails the test it came in.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** A UUID of version 7, which each answer of the service bears. */
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** An answer that a test does not read to its end is not waited for. */
const READ_WITHIN_MS = 250;

/** Of the pages, which are no part of the interface. */
const FILES = /^\/(docs|dashboard)\/./;

type Judge = typeof import('./declared.mjs').undeclared;
let judge: Judge | null = null;

const plainFetch = globalThis.fetch;
const undeclaredAnswers: string[] = [];
const underWay = new Set<Promise<void>>();

globalThis.fetch = async (input, init) => {
  const answer = await plainFetch(input, init);
  if (REQUEST_ID.test(answer.headers.get('x-request-id') ?? '') && !answer.redirected) {
    // Most suites of pure rules never get here.
    judge ??= (await import('./declared.mjs')).undeclared;
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    if (!FILES.test(pathname)) {
      const judging = hear(judge, method, pathname + search, answer.clone()).finally(() => underWay.delete(judging));
      underWay.add(judging);
    }
  }
  return answer;
};

async function hear(undeclared: Judge, method: string, url: string, answer: Response): Promise<void> {
  const text = await answer.text().catch(() => null);
  if (text === null) return;
  const why = undeclared({ method, url, status: answer.status, contentType: answer.headers.get('content-type'), text });
  if (why) undeclaredAnswers.push(why);
}

async function expectDeclared(): Promise<void> {
  if (underWay.size > 0) await Promise.race([Promise.all(underWay), sleep(READ_WITHIN_MS, null, { ref: false })]);
  expect(undeclaredAnswers.splice(0)).toEqual([]);
}

afterEach(expectDeclared);
afterAll(expectDeclared);
