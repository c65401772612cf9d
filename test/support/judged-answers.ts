/**
 * Runs in each suite: an answer of a service under test that `openapi.json` does not declare fails the test it came in.
 * The services note such answers before they send them (judged-service.mjs), whichever client asked. Long answers would
 * hold up the service; they are judged here, where `fetch` receives them.
 */
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The services judge each answer that is not longer. */
const SHORT = 2 ** 18;
/** An answer that a test does not read to its end is not waited for. */
const READ_WITHIN_MS = 250;

const notes = process.env.TEST_UNDECLARED_ANSWERS ?? '';
let read = statSync(notes).size;

type Judge = typeof import('./declared.mjs');
let judge: Judge | null = null;

const plainFetch = globalThis.fetch;
const undeclaredAnswers: string[] = [];
const underWay = new Set<Promise<void>>();

globalThis.fetch = async (input, init) => {
  const answer = await plainFetch(input, init);
  const length = answer.headers.get('content-length');
  const isShort = length !== null && Number(length) <= SHORT;
  if (!isShort && answer.headers.has('x-request-id') && !answer.redirected) {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    // Most suites never get here; once a test is over, nothing can be imported.
    judge ??= await import('./declared.mjs');
    const judging = hear(judge, method, pathname + search, answer.clone()).finally(() => underWay.delete(judging));
    underWay.add(judging);
  }
  return answer;
};

async function hear(
  { isOfTheService, undeclared }: Judge,
  method: string,
  url: string,
  answer: Response,
): Promise<void> {
  const text = await answer.text().catch(() => '');
  if (text.length <= SHORT / 4) return;
  if (!isOfTheService(answer.headers.get('x-request-id'), url)) return;
  const why = undeclared({ method, url, status: answer.status, contentType: answer.headers.get('content-type'), text });
  if (why) undeclaredAnswers.push(why);
}

/** Returns what the services have noted since this suite last looked; another suite may have received it. */
function noted(): readonly string[] {
  if (statSync(notes).size === read) return [];
  const fresh = readFileSync(notes).subarray(read);
  read += fresh.length;
  return fresh.toString().trimEnd().split('\n');
}

async function expectDeclared(): Promise<void> {
  if (underWay.size > 0) await Promise.race([Promise.all(underWay), sleep(READ_WITHIN_MS, null, { ref: false })]);
  expect([...undeclaredAnswers.splice(0), ...noted()]).toEqual([]);
}

afterEach(expectDeclared);
afterAll(expectDeclared);
