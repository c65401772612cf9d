import { BackstopProblemError, BackstopUnavailableError, PolicyBlockedError } from '../errors.js';
import type { OutboxEntry } from './entry.js';
import { Outbox, type UndeliveredOutcome } from './outbox.js';
import { MemoryStore } from './store.js';

const away = () => new BackstopUnavailableError('away', { code: 'unavailable' });
const refusal = (code: string, status: number) => new BackstopProblemError('no', null, [], { code, status });
const confirmation = (actionId: string): OutboxEntry => ({
  kind: 'confirmation',
  sessionId: 's',
  actionId,
  body: { status: 'SUCCESS' },
});
const report = (key: string): OutboxEntry => ({ kind: 'report', sessionId: 's', idempotencyKey: key, body: {} });
const nameOf = (entry: OutboxEntry) => (entry.kind === 'report' ? entry.idempotencyKey : entry.actionId);

/** Opens an outbox whose service answers as `answer` says. */
function open(answer: (name: string, attempt: number) => Error | null, store = new MemoryStore()) {
  const attempts: string[] = [];
  const delivered: string[] = [];
  const told: UndeliveredOutcome[] = [];
  const deliver = async (entry: OutboxEntry) => {
    attempts.push(nameOf(entry));
    const error = answer(nameOf(entry), attempts.length);
    if (error) throw error;
    delivered.push(nameOf(entry));
  };
  return { outbox: new Outbox(store, deliver, (one) => told.push(one)), attempts, delivered, told, store };
}

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe('outcomes', () => {
  it('are delivered at once when nothing waits, and are not stored then', async () => {
    const { outbox, delivered, store } = open(() => null);
    store.append = () => Promise.reject(new Error('stored'));
    await outbox.send(confirmation('a'));
    expect(delivered).toEqual(['a']);
  });

  it('that cannot be delivered are kept, and delivered in order by a flush', async () => {
    let up = false;
    const { outbox, delivered, store } = open(() => (up ? null : away()));
    for (const name of ['a', 'b']) await outbox.send(confirmation(name));
    await outbox.send(report('c'));
    await expect(outbox.flush()).rejects.toMatchObject({
      name: 'BackstopUnavailableError',
      code: 'unconfirmed',
      message: expect.stringContaining('3 calls ran'),
    });
    up = true;
    await outbox.send(confirmation('d'));
    await outbox.flush();
    expect(delivered).toEqual(['a', 'b', 'c', 'd']);
    expect(await store.ids()).toEqual([]);
  });

  it('are tried again by themselves', async () => {
    const { outbox, attempts, delivered } = open((_, attempt) => (attempt < 3 ? away() : null));
    await outbox.send(confirmation('a'));
    await until(() => delivered.length > 0);
    expect(attempts).toEqual(['a', 'a', 'a']);
  });

  it('sent while others wait go behind them, also when they were asked for at the same time', async () => {
    let up = false;
    const { outbox, delivered } = open(() => (up ? null : away()));
    const names = Array.from({ length: 40 }, (_, index) => `n${index}`);
    await Promise.all(names.map((name) => outbox.send(confirmation(name))));
    up = true;
    await outbox.flush();
    expect(delivered).toEqual(names);
  });

  it('of an earlier process are delivered by the next, before its own', async () => {
    const first = open(away);
    for (const name of ['a', 'b']) await first.outbox.send(confirmation(name));
    const second = open(() => null, first.store);
    await second.outbox.send(confirmation('c'));
    await second.outbox.flush();
    expect(second.delivered).toEqual(['a', 'b', 'c']);
  });

  it('are queued behind those of a time when the clock was ahead', async () => {
    const store = new MemoryStore();
    await store.append('08999999999999999-before', confirmation('a'));
    let up = false;
    const { outbox, delivered } = open(() => (up ? null : away()), store);
    await outbox.send(confirmation('b'));
    up = true;
    await outbox.flush();
    expect(delivered).toEqual(['a', 'b']);
  });

  it.each([
    ['not-found', 404],
    ['illegal-transition', 409],
    ['too-large', 413],
    ['agent-mismatch', 403],
  ])('that are refused for good with %s are reported and not tried again', async (code, status) => {
    const { outbox, attempts, told, delivered } = open((name) => (name === 'a' ? refusal(code, status) : null));
    await outbox.send(confirmation('a'));
    await outbox.send(confirmation('b'));
    await outbox.flush();
    expect(attempts).toEqual(['a', 'b']);
    expect(delivered).toEqual(['b']);
    expect(told).toEqual([{ sessionId: 's', actionId: 'a', code, message: `${code}: no` }]);
  });

  it('are refused for good once they waited, and do not hold up those behind them', async () => {
    let up = false;
    const { outbox, delivered, told } = open((name) =>
      up ? (name === 'a' ? refusal('not-found', 404) : null) : away(),
    );
    for (const name of ['a', 'b']) await outbox.send(confirmation(name));
    up = true;
    await outbox.flush();
    expect(delivered).toEqual(['b']);
    expect(told).toHaveLength(1);
  });

  it('wait for a rate limit, and for a key that is accepted again', async () => {
    let answer: Error | null = refusal('rate-limited', 429);
    const { outbox, delivered, told } = open(() => answer);
    await outbox.send(confirmation('a'));
    await expect(outbox.flush()).rejects.toMatchObject({ code: 'unconfirmed' });
    expect(told).toEqual([]);
    answer = refusal('unauthenticated', 401);
    await expect(outbox.flush()).rejects.toMatchObject({ code: 'unconfirmed' });
    await expect(outbox.flush()).rejects.toMatchObject({ code: 'unconfirmed' });
    expect(told).toMatchObject([{ code: 'unauthenticated' }]);
    answer = null;
    await outbox.flush();
    expect(delivered).toEqual(['a']);
  });

  it('of a report count as delivered when the service kept them with its refusal', async () => {
    const { outbox, attempts, told } = open(
      () => new PolicyBlockedError('no', [], { code: 'policy-blocked', status: 403, actionId: 'kept' }),
    );
    await outbox.send(report('r'));
    await outbox.flush();
    expect(attempts).toEqual(['r']);
    expect(told).toEqual([]);
  });
});
