import { type Fetch, Repeats } from './repeats.js';

const answering =
  (...answers: (number | Error)[]): Fetch =>
  async () => {
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return { status: next ?? 200 };
  };
const failing = (code: string) => Object.assign(new Error(code), { code });

async function repeatsAfter(...answers: (number | Error)[]): Promise<number> {
  const repeats = new Repeats();
  const fetch = repeats.counting(answering(...answers));
  for (const _ of [...answers, 200]) await fetch().catch(() => undefined);
  return repeats.count;
}

describe('a call that a client sends again', () => {
  it.each([500, 502, 408, failing('ECONNRESET'), new Error('timed out')])(
    'after %s may have taken effect twice',
    async (answer) => expect(await repeatsAfter(answer)).toBe(1),
  );

  it.each([429, 403, failing('ECONNREFUSED')])('after %s took effect once at most', async (answer) =>
    expect(await repeatsAfter(answer)).toBe(0),
  );

  it('counts each request by itself', async () => {
    const repeats = new Repeats();
    for (const status of [500, 500]) await repeats.counting(answering(status))();
    expect(repeats.count).toBe(0);
  });
});
