import { ACTION_STATUSES } from '../actions/rules/action.js';
import { proved } from '../connectors/proof/proof.js';
import { AGAINST_POLICY, asksForOperator, leftToOperator, proofOf, type RecordedCall, WITHOUT_PROOF } from './proof.js';
import { codeOf } from './rollback.js';

const call: RecordedCall = { status: 'SUCCESS', violation: null, decision: 'ALLOW', response: { rowCount: 1 } };

describe('the proof of a call', () => {
  it('is the answer of the provider that its client reported', () => {
    expect(proofOf(call)).toEqual({ happened: true, by: 'answer' });
    expect(proofOf({ ...call, status: 'ROLLBACK_FAILED' })).toEqual({ happened: true, by: 'answer' });
  });

  it('is none without an answer, whatever the status says', () => {
    for (const status of ACTION_STATUSES) expect(proofOf({ ...call, status, response: null })).toBeNull();
  });

  it.each(ACTION_STATUSES.filter((status) => status !== 'SUCCESS' && status !== 'ROLLBACK_FAILED'))(
    'is none of a call that is %s, whatever it was answered',
    (status) => expect(proofOf({ ...call, status })).toBeNull(),
  );
});

describe('a rollback that an API key started', () => {
  it('undoes a call that was permitted and answered', () => {
    expect(leftToOperator(call, true)).toBeNull();
    expect(leftToOperator({ ...call, decision: null }, true)).toBeNull();
  });

  it('leaves what has no proof, or ran against a policy, to an operator', () => {
    expect(leftToOperator({ ...call, response: null }, true)).toBe(WITHOUT_PROOF);
    expect(leftToOperator({ ...call, decision: 'BLOCK' }, true)).toBe(AGAINST_POLICY);
    expect(leftToOperator({ ...call, violation: 'unapproved' }, false)).toBe(AGAINST_POLICY);
  });

  it('undoes what a read of the resource proves', () => {
    expect(leftToOperator({ ...call, response: null }, true, proved('key'))).toBeNull();
    expect(leftToOperator({ ...call, response: null, decision: 'BLOCK' }, true, proved('key'))).toBe(AGAINST_POLICY);
  });

  it('needs no proof of a call that changed nothing', () => {
    expect(leftToOperator({ ...call, response: null }, false)).toBeNull();
  });

  it('tells an agent that a proof is missing, and not that the resource has changed', () => {
    expect(asksForOperator(WITHOUT_PROOF)).toBe(true);
    expect(codeOf('conflict', AGAINST_POLICY)).toBe('needs-operator');
    expect(codeOf('conflict', 'Changed since the call: value')).toBe('changed-since');
  });
});
