import { RecordingGate } from '../../test/support/recording-gate.js';
import { PolicyBlockedError } from '../errors.js';
import { DebugGate, isDebugging } from './debug-gate.js';
import { admit } from './gate.js';

const call = { apiName: 'postgres.rows.update', operationType: 'UPDATE', payload: { secret: 's3cr3t' } } as const;

describe('a gate that tells of its questions', () => {
  it('writes one line for each capture, verdict, approval and outcome, and no payload', async () => {
    const lines: string[] = [];
    const own = new RecordingGate();
    own.decide = async (payload) => payload;
    const permit = await admit(new DebugGate(own, (line) => lines.push(line)), call);
    await permit.succeed({});
    expect(lines.map((line) => line.replace(/^backstop \S+ /, '').replace(/\d+ ms$/, 'n ms'))).toEqual([
      'capture postgres.rows.update: capture-1, n ms',
      'ask postgres.rows.update: waits for approval approval-action-1 (action action-1), n ms',
      'approval approval-action-1: approved, n ms',
      'capture postgres.rows.update: capture-2, n ms',
      'outcome of action-1: SUCCESS, n ms',
    ]);
    expect(lines.join()).not.toContain('s3cr3t');
  });

  it('writes why a call was refused, and throws the same error', async () => {
    const lines: string[] = [];
    const own = new RecordingGate();
    own.refuse = new PolicyBlockedError('Not here.', ['p'], { code: 'policy-blocked' });
    await expect(admit(new DebugGate(own, (line) => lines.push(line)), call)).rejects.toBe(own.refuse);
    expect(lines.at(-1)).toMatch(/ask postgres\.rows\.update: policy-blocked: Blocked by policy: Not here\./);
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
