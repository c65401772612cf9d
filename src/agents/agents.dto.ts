import { IsIn, IsInt, IsString, Length, Matches, Max, MaxLength, Min } from 'class-validator';
import { Example } from '../platform/http/documented.js';
import { Optional } from '../platform/http/input/optional.js';
import { count, flag, id, named, object, oneOf, orNull, text, time } from '../platform/http/shape.js';
import { AGENT_SLUG } from '../sessions/sessions.dto.js';

export class RegisterAgentDto {
  @IsString() @Length(1, 100) @Matches(AGENT_SLUG) @Example('support-agent') slug: string;
  @Optional() @IsString() @MaxLength(2_000) description?: string;
  @Optional() @IsString() @Length(1, 200) displayName?: string;
}

export class ChangeAgentDto {
  @Optional() @IsString() @Length(1, 200) displayName?: string;
  @Optional() @IsString() @MaxLength(2_000) description?: string;
  @Optional() @IsString() @IsIn(['ACTIVE', 'PAUSED']) status?: 'ACTIVE' | 'PAUSED';
}

export class RollBackAgentDto {
  /** A moment in ISO 8601; which, is for the use case to say. */
  @Example('2026-01-02T03:04:05Z') @IsString() @Length(1, 40) since: string;
}

/** `after`: as many as were seen already. */
export class AgentRollbackPlanQuery {
  @Example('2026-01-02T03:04:05Z') @IsString() @Length(1, 40) since: string;
  @Optional() @IsInt() @Min(0) @Max(2 ** 31) after: number = 0;
  @Optional() @IsInt() @Min(1) @Max(1_000) limit: number = 200;
}

export const Agent = named(
  'Agent',
  'An agent: registered, or seen in a session.',
  object({
    id,
    slug: text('support-agent'),
    displayName: text('Support agent'),
    description: text('Looks after customers'),
    status: oneOf('ACTIVE', 'PAUSED'),
    registered: flag,
    sessions: count,
    lastSeenAt: orNull(time),
    createdAt: time,
  }),
);
