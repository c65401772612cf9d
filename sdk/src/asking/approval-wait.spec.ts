import {
  ApprovalRejectedError,
  ApprovalTimeoutError,
  BackstopProblemError,
  BackstopUnavailableError,
} from '../errors.js';
import { payloadHash } from '../wire/canonical-json.js';
import type { Answer } from '../wire/transport.js';
import type { ApprovalRecord } from '../wire/wire.js';
import { type Hold, waitForDecision } from './approval-wait.js';

const approval = (more: Partial<ApprovalRecord>): Answer<ApprovalRecord> => ({
  status: 200,
  requestId: 'r-1',
  data: record(more),
});
const record = (more: Partial<ApprovalRecord>): ApprovalRecord => ({
  id: 'p',
  status: 'PENDING',
  actionStatus: 'CLEARED',
  reason: null,
  code: null,
  url: '',
  decidedBy: null,
  payload: { a: 1 },
  payloadHash: '',
  expiresAt: '',
  ...more,
});
const limits = { pollIntervalMs: 20, timeoutMs: 2000 };

describe('waiting for a decision', () => {
  it('ends without permission when the call was approved and then closed again', async () => {
    const closed = async () => approval({ status: 'APPROVED', actionStatus: 'UNKNOWN' });
    await expect(waitForDecision(closed, 'action', limits)).rejects.toMatchObject({
      code: 'not-cleared',
      actionId: 'action',
    });
  });

  it('ends with the arguments of the ask where the approval has their hash, though it shows them redacted', async () => {
    const asked = { card: '4111111111111111' };
    const shown = { status: 'APPROVED', payload: { card: '[redacted: card-number]' } } as const;
    const answered = (hash: string) => async () => approval({ ...shown, payloadHash: hash });
    const wait = (hash: string) => waitForDecision(answered(hash), 'action', limits, undefined, asked);
    expect(await wait(payloadHash(asked))).toBe(asked);
    expect(await wait(payloadHash({ card: 'another' }))).toEqual(shown.payload);
  });

  it('ends with the payload that was approved, through an outage and while it is pending', async () => {
    const answers = [
      () => approval({}),
      () => {
        throw new BackstopUnavailableError('away', { code: 'unavailable' });
      },
      () => approval({ status: 'APPROVED', payload: { a: 2 } }),
    ];
    const holds: number[] = [];
    const read = async ({ seconds }: Hold) => {
      holds.push(seconds);
      return (answers.shift() ?? (() => approval({})))();
    };
    expect(await waitForDecision(read, 'a', limits)).toEqual({ a: 2 });
    expect(holds).toHaveLength(3);
    expect(Math.max(...holds)).toBeLessThanOrEqual(2);
  });

  it('ends with the reason when it was rejected', async () => {
    const read = async () => approval({ status: 'REJECTED', reason: 'too much', decidedBy: 'u-1' });
    const waiting = waitForDecision(read, 'a', limits);
    await expect(waiting).rejects.toBeInstanceOf(ApprovalRejectedError);
    await expect(waiting).rejects.toMatchObject({
      reason: 'too much',
      decidedBy: 'u-1',
      actionId: 'a',
      requestId: 'r-1',
    });
  });

  it('ends when the time is over, here or at the service', async () => {
    const expired = waitForDecision(async () => approval({ status: 'REJECTED', code: 'expired' }), 'a', limits);
    await expect(expired).rejects.toBeInstanceOf(ApprovalTimeoutError);
    const pending = waitForDecision(async () => approval({}), 'a', { pollIntervalMs: 20, timeoutMs: 90 });
    await expect(pending).rejects.toBeInstanceOf(ApprovalTimeoutError);
  });

  it('asks no more often than it was configured to, however fast the answers and failures come', async () => {
    const askedAt: number[] = [];
    const read = async () => {
      askedAt.push(performance.now());
      if (askedAt.length === 5) return approval({ status: 'APPROVED' });
      if (askedAt.length % 2) throw new BackstopUnavailableError('away', { code: 'unavailable' });
      return approval({});
    };
    await waitForDecision(read, 'a', { pollIntervalMs: 60, timeoutMs: 5000 });
    const pauses = askedAt.slice(1).map((time, index) => time - (askedAt[index] ?? 0));
    expect(pauses).toHaveLength(4);
    // A question that was late on a busy machine is nearer to the next one.
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(45);
  });

  it('continues after a rate limit, at the time that the service names', async () => {
    const answers = [
      () => {
        throw new BackstopProblemError('slower', 0.2, [], { code: 'rate-limited', status: 429 });
      },
      () => approval({ status: 'APPROVED' }),
    ];
    const begun = performance.now();
    const read = async () => (answers.shift() as () => Answer<ApprovalRecord>)();
    expect(await waitForDecision(read, 'a', limits)).toEqual({ a: 1 });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(180);
  });

  it('never holds a question longer than there is time', async () => {
    const holds: Hold[] = [];
    const read = async (hold: Hold) => {
      holds.push(hold);
      return approval({ status: 'APPROVED' });
    };
    await waitForDecision(read, 'a', { pollIntervalMs: 1000, timeoutMs: 5000 });
    await waitForDecision(read, 'a', { pollIntervalMs: 1000, timeoutMs: 90_000 });
    expect(holds.map(({ seconds }) => seconds)).toEqual([expect.closeTo(5, -1), 25]);
    expect(holds[0]?.timeoutMs).toBeLessThanOrEqual(5000);
    expect(holds[1]?.timeoutMs).toBe(40_000);
  });

  it('ends at once when the service refuses to answer', async () => {
    const refusal = new BackstopProblemError('gone', null, [], { code: 'not-found', status: 404 });
    await expect(waitForDecision(() => Promise.reject(refusal), 'a', limits)).rejects.toBe(refusal);
  });
});
