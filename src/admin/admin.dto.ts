import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { ActionStatusShape, apiName, callSummary } from '../actions/actions.dto.js';
import { POLICY_ACTIONS, type PolicyAction } from '../contract/policy-actions.js';
import { Example } from '../platform/http/documented.js';
import { Nullable, Optional } from '../platform/http/input/optional.js';
import { PageQuery } from '../platform/http/input/page.dto.js';
import {
  count,
  describe,
  eachOf,
  flag,
  hash,
  id,
  jsonObject,
  listOf,
  named,
  object,
  oneOf,
  orNull,
  text,
  time,
  typed,
} from '../platform/http/shape.js';
import { ConditionShape, MOST_APPROVERS, ON_EXPIRY, PolicyActionShape } from '../policies/policies.dto.js';
import type { OnExpiry } from '../policies/policy.js';
import { AGENT_SLUG, agentSlug } from '../sessions/sessions.dto.js';

export class CreateApiKeyDto {
  @IsString() @Length(1, 100) name: string;
  @IsString() @IsIn(['live', 'test']) kind: 'live' | 'test';
  @Optional() @IsString() @Length(1, 100) @Matches(AGENT_SLUG) @Example('support-agent') agentId?: string;
}

export class DeleteMeDto {
  /** Needed when the sign-in is older than ten minutes. */
  @Optional() @IsString() @MaxLength(128) password?: string;
}

export class ChangeMeDto {
  @IsString() @Length(1, 200) name: string;
}

/** A draft as it would be sent to POST /policies; whether it is enabled, or a shadow, makes no difference here. */
export class SimulatePolicyDto {
  @Nullable() @IsString() @Length(1, 100) name?: string | null;
  @IsString() @Length(1, 255) apiNamePattern: string;
  @Nullable(ConditionShape) @IsObject() condition?: object | null;
  @IsString() @IsIn(POLICY_ACTIONS) action: PolicyAction;
  @Optional() @IsBoolean() enabled?: boolean;
  @Nullable() @IsString() @MaxLength(1_000) reason?: string | null;
  @Optional() @IsString() @IsIn(['enforce', 'shadow']) mode?: 'enforce' | 'shadow';
  @Optional() @IsInt() @Min(1) requiredApprovals?: number;
  @Optional() @IsString() @IsIn(['ask', 'run']) onChange?: 'ask' | 'run';
  @Nullable() @IsInt() @Min(10) @Max(2_678_400) expiresAfterSeconds?: number | null;
  @Optional() @IsString() @IsIn(ON_EXPIRY) onExpiry?: OnExpiry;
  @Nullable() @IsInt() @Min(10) @Max(2_678_400) approvalUsableSeconds?: number | null;
  @Optional() @IsArray() @ArrayMaxSize(MOST_APPROVERS) @IsUUID('all', { each: true }) approvers?: string[];
  @Nullable() @IsBoolean() allowRequester?: boolean | null;
  @Optional() @IsInt() @Min(1) @Max(90) days?: number;
}

/** docs/contract.md, "Audit", says what each filter means. */
export class ListAuditQuery extends PageQuery {
  @Optional() @IsString() @Length(1, 40) @Example('2026-01-02T03:04:05Z') since?: string;
  @Optional() @IsString() @Length(1, 40) @Example('2026-01-03T03:04:05Z') until?: string;
  @Optional() @IsString() @Length(1, 200) @Example('policy.created') text?: string;
}

const facts = typed<Readonly<Record<string, unknown>>>(jsonObject);
const role = typed<string>(oneOf('MEMBER'));

export const Me = named(
  'Me',
  'An operator, their organization, and what it has used of its quota.',
  object({
    user: object({ id, email: text('ada@example.com'), name: text('Ada'), emailVerified: flag, createdAt: time }),
    organization: object({ id, name: text("Ada's organization"), plan: oneOf('FREE', 'PRO', 'TEAM'), createdAt: time }),
    usage: object({ month: text('2026-01'), actions: count, limit: count }),
  }),
);

export const Member = named(
  'Member',
  'A member of the organization.',
  object({ id, email: text('ada@example.com'), name: text('Ada'), role: role, joinedAt: time }),
);

const KEY = {
  id,
  name: text('production'),
  kind: oneOf('live', 'test'),
  agentId: describe('The one agent it acts as.', orNull(text('support-agent'))),
  createdBy: text('ada@example.com'),
  status: oneOf('ACTIVE', 'REVOKED'),
  createdAt: time,
  lastUsedAt: orNull(time),
  revokedAt: orNull(time),
};

export const ApiKey = named('ApiKey', 'An API key, without its secret.', object(KEY));

export const CreatedApiKey = named(
  'CreatedApiKey',
  'An API key with its secret, which is shown this once.',
  object({ ...KEY, key: text('bks_live_…') }),
);

export const AuditLogEntry = named(
  'AuditEntry',
  "One link of an organization's chain.",
  object({
    id,
    sequence: describe('From 1, without gaps.', count),
    actor: object({ kind: oneOf('USER', 'API_KEY', 'SYSTEM'), id: orNull(id), label: text('ada@example.com') }),
    action: text('api-key.created'),
    target: object({ type: text('api-key'), id: text('019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c') }),
    before: describe('The former values; null if it was created.', orNull(facts)),
    after: describe('The new values; null if it was deleted.', orNull(facts)),
    requestId: orNull(id),
    createdAt: time,
    hash: describe('SHA-256 of the RFC 8785 form of this entry without `hash`.', hash),
    previousHash: hash,
  }),
);

const tally = object({ calls: count, undone: describe('A rollback undid them later.', count) });

export const PolicySimulation = named(
  'PolicySimulation',
  'The decisions of a draft policy alone on past calls.',
  object({
    from: time,
    to: time,
    complete: describe('False: there were more calls than could be looked at.', flag),
    evaluated: count,
    matched: count,
    allowed: tally,
    gated: tally,
    blocked: tally,
    newlyHeldUp: describe('Held up by the draft, and not by the policies of that day.', count),
    samples: listOf(
      object({
        actionId: id,
        sessionId: id,
        agentId: agentSlug,
        apiName,
        summary: callSummary,
        payloadSummary: text('{"amount":1200}'),
        decision: orNull(PolicyActionShape),
        recordedDecision: PolicyActionShape,
        status: ActionStatusShape,
        undone: flag,
        createdAt: time,
      }),
    ),
    warnings: listOf(object({ code: oneOf('look-alike'), message: text(), apiNames: listOf(apiName) })),
  }),
);

export const Health = named(
  'Health',
  'The service could answer a request now.',
  object({ status: text('ok'), timestamp: time }),
);

export const FrontPageShape = named(
  'FrontPage',
  'The version of the service, and links to other pages.',
  object({
    name: text('Backstop'),
    version: text('0.1.0'),
    description: text(),
    links: eachOf(
      ['health', 'register', 'readme', 'documentation', 'reference', 'errors'],
      text('https://backstop.example/health'),
    ),
    signIn: describe(
      'The identity providers that operators may sign in through.',
      listOf(
        object({
          provider: oneOf('oauth-a', 'oauth-b'),
          host: text('accounts.google.com'),
          url: text('https://backstop.example/auth/oauth-a'),
        }),
      ),
    ),
    sdk: describe(
      'The path of the SDK of this version, for `npm install`; null where it was not built.',
      orNull(text('/sdk/backstop-sdk-0.1.0.tgz')),
    ),
  }),
);
