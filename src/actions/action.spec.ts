import { decideEntry, type Entry, type LoggedStatus, summarize } from './action.js';

type Row = [LoggedStatus, 'ALLOW' | 'REQUIRE_APPROVAL' | 'BLOCK', 'FREE' | 'PRO', Partial<Entry>];

const TABLE: Row[] = [
  ['CLEARED', 'ALLOW', 'FREE', { kept: true, status: 'CLEARED', refusal: null }],
  [
    'CLEARED',
    'REQUIRE_APPROVAL',
    'PRO',
    { status: 'PENDING_APPROVAL', opensApproval: true, grantable: true, refusal: null },
  ],
  ['CLEARED', 'REQUIRE_APPROVAL', 'FREE', { kept: false, refusal: 'plan-required' }],
  ['CLEARED', 'BLOCK', 'PRO', { kept: true, status: 'BLOCKED', refusal: 'policy-blocked', violation: null }],
  ['PENDING_APPROVAL', 'ALLOW', 'PRO', { status: 'PENDING_APPROVAL', opensApproval: true, grantable: false }],
  ['PENDING_APPROVAL', 'REQUIRE_APPROVAL', 'PRO', { opensApproval: true, grantable: false }],
  ['PENDING_APPROVAL', 'ALLOW', 'FREE', { kept: false, refusal: 'plan-required' }],
  ['PENDING_APPROVAL', 'BLOCK', 'PRO', { kept: true, status: 'BLOCKED', refusal: 'policy-blocked' }],
  ['SUCCESS', 'ALLOW', 'FREE', { status: 'SUCCESS', violation: null, refusal: null }],
  ['FAILED', 'ALLOW', 'FREE', { status: 'FAILED', violation: null, refusal: null }],
  [
    'SUCCESS',
    'REQUIRE_APPROVAL',
    'PRO',
    { status: 'SUCCESS', violation: 'unapproved', opensApproval: true, refusal: null },
  ],
  [
    'SUCCESS',
    'REQUIRE_APPROVAL',
    'FREE',
    { kept: true, status: 'SUCCESS', violation: 'unapproved', refusal: 'plan-required' },
  ],
  ['SUCCESS', 'BLOCK', 'PRO', { kept: true, status: 'SUCCESS', violation: 'blocked', refusal: 'policy-blocked' }],
  ['FAILED', 'BLOCK', 'PRO', { kept: true, status: 'FAILED', violation: 'blocked', refusal: 'policy-blocked' }],
];

describe('what a call becomes', () => {
  it.each(TABLE)('logged as %s, verdict %s, plan %s', (logged, verdict, plan, expected) => {
    expect(decideEntry(logged, verdict, plan, false)).toMatchObject(expected);
  });

  it('is a violation when a paused agent reports what it did', () => {
    expect(decideEntry('SUCCESS', 'ALLOW', 'PRO', true)).toMatchObject({ status: 'SUCCESS', violation: 'paused' });
  });
});

describe('the summary of a payload', () => {
  it('is the payload itself when it is short', () => {
    expect(summarize({ amount: 5 })).toBe('{"amount":5}');
  });

  it('ends with an ellipsis and never splits a character', () => {
    const summary = summarize({ text: '😀'.repeat(300) });
    expect([...summary]).toHaveLength(200);
    expect(summary.endsWith('😀…')).toBe(true);
  });
});
