import { type ArchiveRules, REASONS, type Reason, reasonToKeep, type SessionFacts } from './archive-rules.js';

const BEFORE = new Date('2026-03-01T00:00:00.000Z');

/** A completed session that has only read. */
const SESSION: SessionFacts = {
  id: '019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c',
  status: 'COMPLETED',
  simulated: false,
  createdAt: new Date('2026-02-01T00:00:00.000Z'),
  lastActivityAt: new Date('2026-02-28T23:59:59.999Z'),
  rollbackState: 'NONE',
  dirty: false,
  pendingApproval: 0,
  openApprovals: 0,
  cleared: 0,
  unknown: 0,
  unconfirmed: 0,
  possibleEffects: 0,
  effects: 0,
  rollbackFailed: 0,
  agentRollbackRuns: false,
  owesDelivery: false,
  hasRemade: false,
};

const kept = (session: Partial<SessionFacts>, rules: Partial<ArchiveRules> = {}) =>
  reasonToKeep({ ...SESSION, ...session }, { before: BEFORE, giveUpUndo: false, ...rules });

const KEEPING: readonly [Reason, Partial<SessionFacts>][] = [
  ['current', { status: 'ACTIVE' }],
  ['current', { lastActivityAt: BEFORE }],
  ['rollback', { rollbackState: 'RUNNING' }],
  ['rollback', { agentRollbackRuns: true }],
  ['approval', { openApprovals: 1 }],
  ['approval', { pendingApproval: 1 }],
  ['outcome', { cleared: 1 }],
  ['outcome', { unknown: 1 }],
  ['outcome', { unconfirmed: 1 }],
  ['outcome', { possibleEffects: 1 }],
  ['undo', { effects: 1 }],
  ['undo', { rollbackFailed: 1 }],
  ['dirty', { dirty: true }],
  ['delivery', { owesDelivery: true }],
  ['remade', { hasRemade: true }],
];

describe('a session leaves', () => {
  it.each([
    ['completed', {}],
    ['abandoned', { status: 'ABANDONED' }],
    ['undone whole', { rollbackState: 'FINISHED' }],
    ['simulated, with effects', { simulated: true, effects: 3, rollbackFailed: 1 }],
    ['simulated, with a call that failed', { simulated: true, possibleEffects: 1 }],
  ] as const)('that is %s', (_, session) => {
    expect(kept(session)).toBeNull();
  });
});

describe('a session stays', () => {
  it.each(KEEPING)('for the reason %s when it has %j', (reason, session) => {
    expect(kept(session)).toBe(reason);
  });

  it.each(KEEPING.filter(([reason]) => reason !== 'undo'))(
    'for the reason %s when it has %j, also when undo is given up',
    (reason, session) => {
      expect(kept(session, { giveUpUndo: true })).toBe(reason);
    },
  );

  it.each(['cleared', 'unknown', 'unconfirmed'] as const)(
    'when it is simulated and has a call that is %s',
    (counter) => {
      expect(kept({ simulated: true, [counter]: 1 })).toBe('outcome');
    },
  );

  it('for each reason that is read from the session', () => {
    const reasons = new Set(KEEPING.map(([reason]) => reason));
    expect([...reasons, 'busy']).toEqual(Object.keys(REASONS));
  });
});

describe('a session that can be undone', () => {
  it('leaves when undo is given up and it is completed', () => {
    expect(kept({ effects: 1 }, { giveUpUndo: true })).toBeNull();
  });

  it('stays when undo is given up and it is abandoned', () => {
    expect(kept({ effects: 1, status: 'ABANDONED' }, { giveUpUndo: true })).toBe('undo');
  });

  it('stays when undo is given up and an undo of it failed, at which a person has to look', () => {
    expect(kept({ rollbackFailed: 1, dirty: true }, { giveUpUndo: true })).toBe('dirty');
  });
});
