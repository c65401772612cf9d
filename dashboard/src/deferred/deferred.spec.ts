import { jest } from '@jest/globals';
import { Unreachable } from '../api/problem';
import { HOLD_MS, LATEST_MS, newDeferred } from './deferred';

/** The browser keeps it for all pages of one origin. */
function newStore() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
}

const proposal = (send: () => Promise<unknown>) => ({ label: 'Approve a.b', path: '/approvals/1', user: 'ada', send });
const statesIn = (page: ReturnType<typeof newDeferred>) => page.entries().map(({ state }) => state);

describe('a decision that was made by key', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is sent after five seconds, once, and leaves no note', async () => {
    const store = newStore();
    const page = newDeferred(store);
    const send = jest.fn(async () => 'answer');
    page.hold('k', proposal(send));
    await jest.advanceTimersByTimeAsync(HOLD_MS - 1);
    expect([send.mock.calls.length, statesIn(page), store.length]).toEqual([0, ['waiting'], 1]);
    await jest.advanceTimersByTimeAsync(1);
    expect([send.mock.calls.length, statesIn(page), store.length]).toEqual([1, ['sent'], 0]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect([send.mock.calls.length, statesIn(page)]).toEqual([1, []]);
  });

  it('is never sent once it was taken back, and cannot be taken back once it was sent', async () => {
    const page = newDeferred(newStore());
    const send = jest.fn(async () => 'answer');
    page.hold('k', proposal(send));
    expect(page.takeBack('k')).toBe(true);
    expect(statesIn(page)).toEqual(['taken-back']);
    await jest.advanceTimersByTimeAsync(120_000);
    expect(send).not.toHaveBeenCalled();
    page.hold('l', proposal(send));
    await jest.advanceTimersByTimeAsync(HOLD_MS);
    expect(page.takeBack('l')).toBe(false);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('is not sent by a page that is left or signed out, and the next page of this operator reports it', async () => {
    const store = newStore();
    const page = newDeferred(store);
    const send = jest.fn(async () => 'answer');
    page.hold('k', proposal(send));
    page.abandon();
    await jest.advanceTimersByTimeAsync(120_000);
    expect([send.mock.calls.length, statesIn(page)]).toEqual([0, ['unsent']]);
    const another = newDeferred(store);
    another.readNotes('bob');
    expect(another.entries()).toEqual([]);
    const next = newDeferred(store);
    next.readNotes('ada');
    next.readNotes('ada');
    expect(next.entries()).toMatchObject([{ label: 'Approve a.b', path: '/approvals/1', state: 'unsent' }]);
    next.dismiss('k');
    expect([next.entries(), store.length]).toEqual([[], 0]);
  });

  it('is reported by the next page after its own page crashed, and not while another tab may still send it', async () => {
    const store = newStore();
    newDeferred(store).hold(
      'k',
      proposal(() => new Promise(() => {})),
    );
    const other = newDeferred(store);
    other.readNotes('ada');
    expect(other.entries()).toEqual([]);
    // The first page began to send, and nothing came back.
    await jest.advanceTimersByTimeAsync(HOLD_MS + LATEST_MS + 1);
    other.readNotes('ada');
    expect(statesIn(other)).toEqual(['unanswered']);
  });

  it('is not sent by a machine that wakes up long after', async () => {
    const page = newDeferred(newStore());
    const send = jest.fn(async () => 'answer');
    page.hold('k', proposal(send));
    jest.setSystemTime(Date.now() + HOLD_MS + LATEST_MS + 1);
    await jest.advanceTimersByTimeAsync(HOLD_MS);
    expect([send.mock.calls.length, statesIn(page)]).toEqual([0, ['unsent']]);
  });

  it.each([
    ['a refusal is shown and needs no note', new Error('It was decided.'), 0],
    ['an answer that was lost keeps its note', new Unreachable(), 1],
  ])('%s', async (_, error, notes) => {
    const store = newStore();
    const page = newDeferred(store);
    page.hold(
      'k',
      proposal(() => Promise.reject(error)),
    );
    await jest.advanceTimersByTimeAsync(HOLD_MS + 60_000);
    expect(page.entries()).toMatchObject([{ state: 'refused', problem: error.message }]);
    expect(store.length).toBe(notes);
  });
});
