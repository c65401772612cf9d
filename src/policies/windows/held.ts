import type { PolicySubject, Verdict } from '../policy.js';
import { type AskedWindow, windowKey } from './window.js';

/** The call with the answer for each of its windows, in their order. */
export const withHeld = (
  subject: PolicySubject,
  windows: readonly AskedWindow[],
  holds: readonly (boolean | undefined)[],
): PolicySubject => {
  if (windows.length === 0) return subject;
  const known = windows.map((window, index) => [windowKey(window), holds[index] ?? false] as const);
  return { ...subject, windows: { ...subject.windows, holds: new Map(known) } };
};

/** The policies that block the call where their windows are exceeded, whatever these come to now. */
export function blockingWindows(
  judge: (subject: PolicySubject) => Verdict,
  subject: PolicySubject,
  windows: readonly AskedWindow[],
): ReadonlySet<string> {
  if (windows.length === 0) return new Set();
  const { matches } = judge(
    withHeld(
      subject,
      windows,
      windows.map(() => true),
    ),
  );
  return new Set(matches.flatMap(({ id, action, mode }) => (action === 'BLOCK' && mode === 'enforce' ? [id] : [])));
}
