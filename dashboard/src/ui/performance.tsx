import type { Schemas } from '../api/wire';
import { StrangerText } from './stranger-text';
import { Tag, type Tone } from './tag';

type Performance = NonNullable<Schemas['Action']['performance']>;
type ActionStatus = Schemas['ActionStatus'];

interface Performed {
  readonly performance: Performance;
  readonly status: ActionStatus;
}

const OUTCOMES: Readonly<Partial<Record<ActionStatus, readonly [string, Tone]>>> = {
  SUCCESS: ['Done by Backstop', 'good'],
  FAILED: ['Failed', 'danger'],
  UNKNOWN: ['Outcome unknown', 'warning'],
  REJECTED: ['Not made', 'quiet'],
};
const UNDER_WAY: Readonly<Record<Exclude<Performance['state'], 'done'>, readonly [string, Tone]>> = {
  waiting: ['Backstop makes this call once it is approved', 'quiet'],
  queued: ['Queued: Backstop makes this call next', 'accent'],
  running: ['Running: Backstop is making this call', 'accent'],
};
const REASONS: Readonly<Record<string, string>> = {
  cancelled: 'The agent took the call back.',
  'rolled-back': 'The session was rolled back first.',
  'agent-paused': 'The agent was paused first.',
  purged: 'The session was purged first.',
  'operation-not-offered': 'The operation is no longer offered to agents.',
  'session-closed': 'The session was completed first.',
  'resource-changed': 'The resource has changed since the approval, so the call needs another approval.',
};

/** The progress of a call that the service makes. */
export function PerformanceTag({ performance: { state }, status }: Performed) {
  const [word, tone] = state === 'done' ? (OUTCOMES[status] ?? ['Done by Backstop', 'good']) : UNDER_WAY[state];
  return <Tag tone={tone}>{word}</Tag>;
}

/** The same with the words of the provider, or why the call was not made. */
export function PerformanceNote({ performance, status, refusal }: Performed & { readonly refusal: string | null }) {
  const { state, reason } = performance;
  return (
    <p role="status">
      <PerformanceTag performance={performance} status={status} />{' '}
      {state === 'done' && refusal !== null && (
        <>
          The provider said: <StrangerText>{refusal}</StrangerText>
        </>
      )}
      {reason !== null && (REASONS[reason] ?? reason)}
    </p>
  );
}
