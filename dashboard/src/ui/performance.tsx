import type { Schemas } from '../api/wire';
import { commonWords } from '../words';
import { Tag, type Tone } from './tag';
import { UntrustedText } from './untrusted-text';

type Performance = NonNullable<Schemas['Action']['performance']>;
type ActionStatus = Schemas['ActionStatus'];

interface Performed {
  readonly performance: Performance;
  readonly status: ActionStatus;
}

const OUTCOMES: Readonly<Partial<Record<ActionStatus, readonly [string, Tone]>>> = {
  SUCCESS: [commonWords.performance.done, 'good'],
  FAILED: [commonWords.performance.failed, 'danger'],
  UNKNOWN: [commonWords.performance.unknown, 'warning'],
  REJECTED: [commonWords.performance.notMade, 'quiet'],
};
const UNDER_WAY: Readonly<Record<Exclude<Performance['state'], 'done'>, readonly [string, Tone]>> = {
  waiting: [commonWords.performance.waiting, 'quiet'],
  queued: [commonWords.performance.queued, 'accent'],
  running: [commonWords.performance.running, 'accent'],
};
const REASONS: Readonly<Record<string, string>> = {
  cancelled: commonWords.performance.cancelled,
  'rolled-back': commonWords.performance.rolledBack,
  'agent-paused': commonWords.performance.agentPaused,
  purged: commonWords.performance.purged,
  'operation-not-offered': commonWords.performance.notOffered,
  'session-closed': commonWords.performance.sessionClosed,
  'resource-changed': commonWords.performance.resourceChanged,
};

/** The progress of a call that the service makes. */
export function PerformanceTag({ performance: { state }, status }: Performed) {
  const [word, tone] =
    state === 'done' ? (OUTCOMES[status] ?? [commonWords.performance.done, 'good']) : UNDER_WAY[state];
  return <Tag tone={tone}>{word}</Tag>;
}

/** Shows the state with the provider's message, or the reason why the call was not made. */
export function PerformanceNote({ performance, status, refusal }: Performed & { readonly refusal: string | null }) {
  const { state, reason } = performance;
  return (
    <p role="status">
      <PerformanceTag performance={performance} status={status} />{' '}
      {state === 'done' && refusal !== null && (
        <>
          {commonWords.performance.refusal} <UntrustedText>{refusal}</UntrustedText>
        </>
      )}
      {reason !== null && (REASONS[reason] ?? reason)}
    </p>
  );
}
