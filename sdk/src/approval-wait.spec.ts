import { waitForDecision } from './approval-wait.js';
import {
  ApprovalRejectedError,
  ApprovalTimeoutError,
  BackstopProblemError,
  BackstopUnavailableError,
} from './errors.js';
import type { ApprovalRecord } from './wire.js';

const approval = (more: Partial<ApprovalRecord>): ApprovalRecord => ({
  id: 'p',
  status: 'PENDING',
  actionStatus: 'CLEARED',
  reason: null,
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

  it('ends with the payload that was approved, through an outage and while it is pending', async () => {
    const answers = [
      () => approval({}),
      () => {
        throw new BackstopUnavailableError('away', { code: 'unavailable' });
      },
      () => approval({ status: 'APPROVED', payload: { a: 2 } }),
    ];
    const holds: number[] = [];
    const read = async (hold: number) => {
      holds.push(hold);
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
    await expect(waiting).rejects.toMatchObject({ reason: 'too much', decidedBy: 'u-1', actionId: 'a' });
  });

  it('ends when the time is over, here or at the service', async () => {
    const expired = waitForDecision(async () => approval({ status: 'REJECTED', reason: 'expired' }), 'a', limits);
    await expect(expired).rejects.toBeInstanceOf(ApprovalTimeoutError);
    const pending = waitForDecision(async () => approval({}), 'a', { pollIntervalMs: 20, timeoutMs: 90 });
    await expect(pending).rejects.toBeInstanceOf(ApprovalTimeoutError);
  });

  it('ends at once when the service refuses to answer', async () => {
    const refusal = new BackstopProblemError('gone', null, [], { code: 'not-found', status: 404 });
    await expect(waitForDecision(() => Promise.reject(refusal), 'a', limits)).rejects.toBe(refusal);
  });
});
