import { REFUSAL_CODES } from '../../contract/refusals.js';
import type { ResultAction } from '../tools/results.js';
import { taskOf, toExtensionTask, toSessionTask } from './task.js';

const NOW = Date.parse('2026-11-30T12:00:00.000Z');
const in_ = (ms: number) => new Date(NOW + ms).toISOString();
const action = (more: Partial<ResultAction> = {}): ResultAction => ({
  id: '01',
  apiName: 'postgres.rows.update',
  status: 'SUCCESS',
  response: { rowCount: 1 },
  edited: null,
  refusal: null,
  approval: null,
  createdAt: in_(-1_000),
  updatedAt: in_(0),
  ...more,
});
const task = (more: Partial<ResultAction> = {}) =>
  taskOf(action(more), 'task', 'https://backstop.example/approvals', NOW);

describe('the task of a call', () => {
  it.each<[Partial<ResultAction>, string, string]>([
    [{ status: 'PENDING_APPROVAL' }, 'working', 'working'],
    [{ status: 'CLEARED' }, 'working', 'working'],
    [{}, 'completed', 'completed'],
    [{ status: 'ROLLED_BACK' }, 'completed', 'completed'],
    [{ status: 'FAILED', response: { refusal: { message: 'No.' } } }, 'failed', 'completed'],
    [{ status: 'UNKNOWN' }, 'failed', 'completed'],
  ])('%o is %s with sessions, and %s without', (more, session, extension) => {
    expect(toSessionTask(task(more)).status).toBe(session);
    expect(toExtensionTask(task(more)).status).toBe(extension);
  });

  it('is cancelled where the agent took the call back, and fails by every other refusal', () => {
    for (const code of REFUSAL_CODES) {
      const refused = task({ status: 'REJECTED', refusal: { code, reason: 'Because.' } });
      const isTakenBack = code === 'cancelled' || code === 'withdrawn';
      expect([code, toSessionTask(refused).status]).toEqual([code, isTakenBack ? 'cancelled' : 'failed']);
      expect([code, toExtensionTask(refused).status]).toEqual([code, isTakenBack ? 'cancelled' : 'completed']);
      expect(toSessionTask(refused).statusMessage).toContain('Because.');
    }
  });

  it('has its result only in the protocol without sessions, once it has completed', () => {
    const result = expect.objectContaining({ resultType: 'complete', structuredContent: { rowCount: 1 } });
    expect(toExtensionTask(task())).toMatchObject({ result, ttlMs: null });
    expect(toExtensionTask(task({ status: 'CLEARED' }))).not.toHaveProperty('result');
    expect(toSessionTask(task())).not.toHaveProperty('result');
  });

  it.each<[Partial<ResultAction>, number]>([
    [{ status: 'CLEARED' }, 1_000],
    [{ status: 'PENDING_APPROVAL', approval: { id: '02', expiresAt: in_(3_600_000) } }, 5_000],
    [{ status: 'PENDING_APPROVAL', approval: { id: '02', expiresAt: in_(2_500) } }, 2_500],
    [{ status: 'PENDING_APPROVAL', approval: { id: '02', expiresAt: in_(-2_500) } }, 1_000],
  ])('%o is looked at again after %d milliseconds', (more, ms) => {
    expect(toSessionTask(task(more)).pollInterval).toBe(ms);
    expect(toExtensionTask(task(more)).pollIntervalMs).toBe(ms);
  });

  it('names the page of its approval', () => {
    const approval = { id: '02', expiresAt: in_(3_600_000) };
    const { statusMessage } = toSessionTask(task({ status: 'PENDING_APPROVAL', approval }));
    expect(statusMessage).toContain('https://backstop.example/approvals/02');
  });
});
