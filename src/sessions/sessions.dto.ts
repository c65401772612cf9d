import { Equals, IsBoolean, IsIn, IsInt, IsString, Length, Matches, Max, Min } from 'class-validator';
import { DISPLAY_STATUSES, type DisplayStatus, SESSION_STATUSES } from '../contract/session-statuses.js';
import { Example } from '../platform/http/documented.js';
import { Optional } from '../platform/http/input/optional.js';
import { count, describe, flag, id, listOf, named, object, oneOf, orNull, text, time } from '../platform/http/shape.js';
import { IsLabels, LABEL, labelsShape } from './labels.js';
import { CURSOR, VERDICTS } from './search/session-filter.js';

export const AGENT_SLUG = /^[A-Za-z0-9][A-Za-z0-9._:@/-]*$/;

const TRACE_ID = /^[0-9a-f]{32}$/;

export class CreateSessionDto {
  @IsString() @Length(1, 100) @Matches(AGENT_SLUG) @Example('support-agent') agentId: string;
  @IsString() @Length(1, 10_000) intent: string;
  /** The user whose task this is, in the application's own words: an e-mail address, an id. */
  @Optional() @IsString() @Length(1, 255) @Example('ada@example.com') onBehalfOf?: string;
  @Optional() @IsLabels() labels?: Record<string, string>;
}

export class CompleteSessionDto {
  @IsString() @Equals('COMPLETED') status: 'COMPLETED';
}

/** The filters are defined in docs/contract.md, "Sessions". */
export class ListSessionsQuery {
  @Optional() @IsInt() @Min(1) @Max(200) limit: number = 50;
  @Optional() @IsString() @Matches(CURSOR) cursor?: string;
  @Optional() @IsString() @Length(1, 100) @Example('support-agent') agentId?: string;
  @Optional() @IsString() @IsIn(DISPLAY_STATUSES) status?: DisplayStatus;
  @Optional() @IsBoolean() dirty?: boolean;
  /** Sessions in which a policy blocked a call. */
  @Optional() @IsBoolean() @IsIn([true]) blocked?: boolean;
  @Optional() @IsString() @IsIn(VERDICTS) drift?: (typeof VERDICTS)[number];
  /** Sessions with a call of this connector. */
  @Optional() @IsString() @Length(1, 255) @Example('postgres') connector?: string;
  /** Sessions with a call that acts on what has this name. */
  @Optional() @IsString() @Length(1, 200) @Example('customers') target?: string;
  @Optional() @IsString() @Length(1, 255) @Example('ada@example.com') onBehalfOf?: string;
  /** Sessions with this label: `<name>:<value>`. */
  @Optional() @IsString() @Matches(LABEL) @Example('tier:gold') label?: string;
  /** Sessions with the call that the agent's framework gave this id. */
  @Optional() @IsString() @Length(1, 255) @Example('call_9hx1') toolCallId?: string;
  /** Sessions with a call of this trace of the application: the 32 digits of `traceparent`. */
  @Optional() @IsString() @Matches(TRACE_ID) @Example('4bf92f3577b34da6a3ce929d0e0e4736') traceId?: string;
  @Optional() @IsString() @Length(1, 40) @Example('2026-01-02T03:04:05Z') since?: string;
  @Optional() @IsString() @Length(1, 40) @Example('2026-01-03T03:04:05Z') until?: string;
  @Optional() @IsString() @Length(1, 200) @Example('refund') text?: string;
  @Optional() @IsInt() @Min(0) @Max(60) wait: number = 0;
}

export const DisplayStatusShape = oneOf(...DISPLAY_STATUSES);

export const SessionCounters = named(
  'SessionCounters',
  "The number of a session's actions by status.",
  object({
    success: describe('Took effect, and was not undone.', count),
    failed: describe('Did not take effect.', count),
    pendingApproval: describe('Waits for a person.', count),
    cleared: describe('May run; its outcome is not reported yet.', count),
    blocked: describe('A policy blocked it.', count),
    unknown: describe('Its client does not know its outcome, and no read has shown it.', count),
    rolledBack: describe('Undone, and read back.', count),
    rollbackFailed: describe('Could not be undone so far.', count),
  }),
);

/** The slug of an agent. */
export const agentSlug = named(
  'AgentSlug',
  "The agent's own name, as it was given when the session was opened.",
  text('support-agent'),
);

/** The user and the labels of a session; actions and approvals of it show them, too. */
export const sessionOrigin = {
  onBehalfOf: named(
    'OnBehalfOf',
    'The user whose task it is; null: the agent did not say.',
    orNull(text('ada@example.com')),
  ),
  labels: labelsShape,
};

export const SESSION = {
  id,
  agentId: agentSlug,
  intent: describe('The purpose of the session, in words.', text('look after customers')),
  ...sessionOrigin,
  status: oneOf(...SESSION_STATUSES),
  displayStatus: describe('The status as people see it; it also says what was undone.', DisplayStatusShape),
  counters: SessionCounters,
  simulated: describe('Opened with a test key: no provider is called.', flag),
  allowedCommands: object({ rollbackSession: describe('True while there is something left to roll back.', flag) }),
  createdAt: time,
  updatedAt: time,
  completedAt: orNull(time),
  lastActivityAt: time,
};

const LISTED = {
  ...SESSION,
  dirty: describe('Has effects that were not undone, or of which the outcome is not known.', flag),
  drift: describe('The verdict of the latest evaluation; null before the first one.', orNull(oneOf(...VERDICTS))),
  connectors: describe('The connectors of its calls, in alphabetical order.', listOf(text('postgres'))),
};

export const ListedSession = named('ListedSession', 'A session as the list shows it.', object(LISTED));

export const Session = named('Session', 'A session as the service sees it.', object(SESSION));
