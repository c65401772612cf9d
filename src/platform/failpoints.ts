/** The failpoints before and after each commit of an undo and each call to a provider. */
export const UNDO_FAILPOINTS = [
  'lease-before-commit',
  'lease-after-commit',
  'probe-before-call',
  'probe-after-call',
  'probe-before-commit',
  'probe-after-commit',
  'attempt-before-commit',
  'attempt-after-commit',
  'trace-after-commit',
  'undo-after-call',
  'end-before-commit',
  'end-after-commit',
  'finish-before-commit',
  'finish-after-commit',
] as const;

/** The failpoints of a call that the service makes. */
export const CALL_FAILPOINTS = [
  'call-lease-before-commit',
  'call-lease-after-commit',
  'call-begin-before-commit',
  'call-begin-after-commit',
  'call-note-before-commit',
  'call-note-after-commit',
  'call-after-answer',
  'call-end-before-commit',
  'call-end-after-commit',
] as const;

export type Failpoint = (typeof UNDO_FAILPOINTS)[number] | (typeof CALL_FAILPOINTS)[number];

const [wanted, turn = '1', signal = 'SIGKILL'] = (process.env.BACKSTOP_FAILPOINT ?? '').split(':');
let passed = 0;

/**
 * Ends this process when it passes here for the given time, or stops it; tests set it
 * (`BACKSTOP_FAILPOINT=end-before-commit:2`, `BACKSTOP_FAILPOINT=call-after-answer:1:SIGSTOP`).
 */
export function failpoint(name: Failpoint): void {
  if (name === wanted && ++passed === Number(turn)) process.kill(process.pid, signal);
}
