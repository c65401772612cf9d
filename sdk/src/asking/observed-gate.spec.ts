import { RecordingGate } from '../../test/support/recording-gate.js';
import { PolicyBlockedError } from '../errors.js';
import { admit } from './gate.js';
import { type CallEvent, isDebugging, lineOf, ObservedGate } from './observed-gate.js';

const call = { apiName: 'postgres.rows.update', operationType: 'UPDATE', payload: { secret: 's3cr3t' } } as const;

function observed() {
  const events: CallEvent[] = [];
  const own = new RecordingGate();
  const lines = () =>
    events.map((event) =>
      lineOf(event)
        .replace(/^backstop \S+ /, '')
        .replace(/\d+ ms$/, 'n ms'),
    );
  return { own, events, lines, gate: new ObservedGate(own, [(event) => events.push(event)]) };
}

describe('a gate that reports its questions', () => {
  it('reports each capture, verdict, approval and outcome, in one line each, without payloads', async () => {
    const { own, gate, events, lines } = observed();
    own.decide = async (payload) => payload;
    const permit = await admit(gate, call);
    await permit.succeed({});
    expect(lines()).toEqual([
      'capture postgres.rows.update: capture-1, n ms',
      'ask postgres.rows.update: waits for approval approval-action-1 (action action-1), n ms',
      'approval approval-action-1: approved, n ms',
      'capture postgres.rows.update: capture-2, n ms',
      'outcome of action-1: SUCCESS, n ms',
    ]);
    expect(events.map(({ step, apiName, actionId, result }) => [step, apiName, actionId, result])).toEqual([
      ['capture', 'postgres.rows.update', null, 'captured'],
      ['ask', 'postgres.rows.update', 'action-1', 'held'],
      ['approval', 'postgres.rows.update', 'action-1', 'approved'],
      ['capture', 'postgres.rows.update', 'action-1', 'captured'],
      ['outcome', 'postgres.rows.update', 'action-1', 'SUCCESS'],
    ]);
    expect(JSON.stringify(events)).not.toContain('s3cr3t');
  });

  it('reports why a call was refused, and throws the same error', async () => {
    const { own, gate, events, lines } = observed();
    own.refuse = new PolicyBlockedError('Not here.', ['p'], { code: 'policy-blocked' });
    await expect(admit(gate, call)).rejects.toBe(own.refuse);
    expect(events.at(-1)).toMatchObject({ step: 'ask', result: 'failed', error: own.refuse });
    expect(lines().at(-1)).toMatch(/ask postgres\.rows\.update: policy-blocked: Blocked by policy: Not here\./);
  });

  it('lets a call run whose observer throws', async () => {
    const gate = new ObservedGate(new RecordingGate(), [
      () => {
        throw new Error('my telemetry is down');
      },
    ]);
    await expect(admit(gate, call)).resolves.toMatchObject({ actionId: 'action-1' });
  });

  it.each([
    [true, undefined, true],
    [false, 'backstop', false],
    [undefined, 'http,backstop', true],
    [undefined, 'backstop-other', false],
    [undefined, undefined, false],
  ])('is used for the option %p and DEBUG=%p: %p', (option, value, expected) => {
    const before = process.env.DEBUG;
    if (value === undefined) delete process.env.DEBUG;
    else process.env.DEBUG = value;
    expect(isDebugging(option)).toBe(expected);
    if (before === undefined) delete process.env.DEBUG;
    else process.env.DEBUG = before;
  });
});
