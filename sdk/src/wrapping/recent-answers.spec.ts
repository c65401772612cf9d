import { RecentAnswers } from './recent-answers.js';

const LONG_MS = 60_000;

/** Questions that are answered when the test says so. */
function questions() {
  const put: { tell: (answer: string) => void; fail: (error: Error) => void }[] = [];
  const find = () => new Promise<string>((tell, fail) => put.push({ tell, fail }));
  return { put, find };
}

describe('answers of a server', () => {
  it('are asked for once, by all calls of one asker at once, and kept', async () => {
    const answers = new RecentAnswers<string>(LONG_MS);
    const { put, find } = questions();
    const pool = {};
    const asked = Array.from({ length: 200 }, () => answers.ask('a', pool, find));
    put[0]?.tell('yes');
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['yes']));
    expect(await answers.ask('a', {}, find)).toBe('yes');
    expect([answers.get('a'), answers.get('b'), put.length]).toEqual(['yes', undefined, 1]);
  });

  it('are not waited for where another connection asks', async () => {
    const answers = new RecentAnswers<string>(LONG_MS);
    const { put, find } = questions();
    const [pool, client] = [answers.ask('a', {}, find), answers.ask('a', {}, find)];
    put[1]?.tell('of the client');
    expect(await client).toBe('of the client');
    put[0]?.tell('of the pool');
    expect(await pool).toBe('of the pool');
  });

  it('are asked for again by each call that waited for a question that failed', async () => {
    const answers = new RecentAnswers<string>(LONG_MS);
    const { put, find } = questions();
    const pool = {};
    const [first, second] = [answers.ask('a', pool, find), answers.ask('a', pool, find)];
    put[0]?.fail(new Error('the connection is lost'));
    await expect(first).rejects.toThrow('the connection is lost');
    put[1]?.tell('yes');
    expect(await second).toBe('yes');
  });

  it('are neither kept nor shared with later calls, where something changed meanwhile', async () => {
    const answers = new RecentAnswers<string>(LONG_MS);
    const { put, find } = questions();
    const pool = {};
    const before = answers.ask('a', pool, find);
    answers.forget();
    const after = answers.ask('a', pool, find);
    put[0]?.tell('old');
    expect([await before, answers.get('a')]).toEqual(['old', undefined]);
    put[1]?.tell('new');
    expect([await after, answers.get('a')]).toEqual(['new', 'new']);
  });

  it('are asked for again after their time', async () => {
    const answers = new RecentAnswers<string>(0);
    expect(await answers.ask('a', {}, async () => 'one')).toBe('one');
    expect(await answers.ask('a', {}, async () => 'two')).toBe('two');
  });

  it('are forgotten, the oldest first, where they are too many', async () => {
    const answers = new RecentAnswers<number>(LONG_MS);
    for (let n = 0; n <= 1000; n += 1) await answers.ask(String(n), {}, async () => n);
    expect([answers.get('0'), answers.get('1'), answers.get('1000')]).toEqual([undefined, 1, 1000]);
  });
});
