import { IsIn, IsNumber, IsString, Length, Matches, Max, Min } from 'class-validator';
import { Example } from '../../platform/http/documented.js';
import { Optional } from '../../platform/http/input/optional.js';
import { describe, flag, id, named, number, object, oneOf, orNull, text, time } from '../../platform/http/shape.js';
import { agentSlug } from '../../sessions/sessions.dto.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export class MarkIntentDto {
  /** A call of the session. Without it, the mark is of the whole session. */
  @Optional() @IsString() @Matches(UUID) @Example('019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c') actionId?: string;
  @IsString() @IsIn(['fine', 'drift']) mark: 'fine' | 'drift';
  @Optional() @IsString() @Length(1, 2_000) @Example('The refund was agreed by telephone.') note?: string;
}

export class IntentSettingsDto {
  /** The number of an agent's sessions that may be DRIFTED, in a hundred. */
  @IsNumber() @Min(0.5) @Max(20) @Example(3) alarmBudget: number;
}

export const IntentSettings = named(
  'IntentSettings',
  'The number of alarms that the organization wants.',
  object({ alarmBudget: describe('The number of sessions in a hundred of an agent that may be DRIFTED.', number) }),
);

export const IntentMark = named(
  'IntentMark',
  'A mark on a session or call: an operator set it, or it follows from another decision.',
  object({
    id,
    sessionId: id,
    actionId: describe('Null if the mark is on the whole session.', orNull(id)),
    agentId: agentSlug,
    simulated: flag,
    mark: oneOf('fine', 'drift'),
    source: describe(
      'Marks by a rollback, the rejection of an approval or a settlement as undone count less than those by an operator.',
      oneOf('operator', 'rollback', 'rejection', 'settlement'),
    ),
    note: orNull(text('The refund was agreed by telephone.')),
    markedBy: text('ada@example.com'),
    createdAt: time,
  }),
);
