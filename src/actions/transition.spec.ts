import { ACTION_STATUSES } from './action.js';
import { type Command, type Counters, transition } from './transition.js';

const settle = (settlement: 'happened' | 'not-happened' | 'unknown'): Command => ({ type: 'settle', settlement });
const COMMANDS: Command[] = [
  { type: 'approve' },
  { type: 'reject' },
  { type: 'undone' },
  { type: 'undo-failed' },
  settle('happened'),
  settle('not-happened'),
  settle('unknown'),
];

describe('an approval', () => {
  it('clears or rejects a call that waits, and is open no longer', () => {
    expect(transition('PENDING_APPROVAL', { type: 'approve' })).toEqual({
      status: 'CLEARED',
      counters: { pendingApproval: -1, cleared: 1, openApprovals: -1 },
    });
    expect(transition('PENDING_APPROVAL', { type: 'reject' })).toEqual({
      status: 'REJECTED',
      counters: { pendingApproval: -1, openApprovals: -1 },
    });
  });

  it('decided after the call ran leaves the call as it is', () => {
    for (const type of ['approve', 'reject'] as const)
      expect(transition('SUCCESS', { type })).toEqual({ status: 'SUCCESS', counters: { openApprovals: -1 } });
  });
});

describe('an undo', () => {
  it('turns its action to ROLLED_BACK only when it was proved', () => {
    expect(transition('SUCCESS', { type: 'undone' })).toEqual({
      status: 'ROLLED_BACK',
      counters: { success: -1, rolledBack: 1 },
    });
    expect(transition('SUCCESS', { type: 'undo-failed' }).status).toBe('ROLLBACK_FAILED');
  });

  it('that could not find out what became of its action leaves it open to be asked for again', () => {
    const failed = (status: 'CLEARED' | 'UNKNOWN' | 'FAILED') => transition(status, { type: 'undo-failed' });
    expect(failed('CLEARED')).toEqual({ status: 'UNKNOWN', counters: { cleared: -1, unknown: 1 } });
    expect(failed('UNKNOWN')).toEqual({ status: 'UNKNOWN', counters: {} });
    expect(failed('FAILED')).toEqual({ status: 'FAILED', counters: {} });
  });
});

describe('an action without an outcome', () => {
  it('counts as an effect when reading shows that it took effect', () => {
    expect(transition('CLEARED', settle('happened'))).toEqual({
      status: 'SUCCESS',
      counters: { cleared: -1, success: 1 },
    });
  });

  it('counts as failed when reading shows that it did not; a cleared one may still be confirmed', () => {
    expect(transition('UNKNOWN', settle('not-happened')).status).toBe('FAILED');
    expect(transition('CLEARED', settle('not-happened')).status).toBe('CLEARED');
  });

  it('is unknown when the provider cannot tell, unless its client reported a failure', () => {
    expect(transition('CLEARED', settle('unknown')).status).toBe('UNKNOWN');
    expect(transition('FAILED', settle('unknown')).status).toBe('FAILED');
  });
});

describe('every transition', () => {
  it('counts an action once before and once after', () => {
    const inStatus = ({ openApprovals: _, ...counters }: Counters) => Object.values(counters);
    const uncounted = ['BLOCKED', 'REJECTED'];
    for (const from of ACTION_STATUSES) {
      for (const command of COMMANDS) {
        const { status, counters } = transition(from, command);
        const sum = inStatus(counters).reduce((total, by) => total + by, 0);
        expect(sum).toBe(Number(!uncounted.includes(status)) - Number(!uncounted.includes(from)));
        expect(inStatus(counters).length).toBeLessThanOrEqual(status === from ? 0 : 2);
      }
    }
    expect(ACTION_STATUSES).toHaveLength(9);
    expect(COMMANDS).toHaveLength(7);
  });
});
