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
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { CONDITION_OPERATORS, type OperatorValues, operatorsTaking } from '../contract/condition-operators.js';
import { POLICY_ACTIONS, type PolicyAction } from '../contract/policy-actions.js';
import { Example } from '../platform/http/documented.js';
import { Nullable, Optional } from '../platform/http/input/optional.js';
import {
  type AnyShape,
  count,
  describe,
  flag,
  id,
  json,
  listOf,
  literal,
  named,
  number,
  object,
  oneOf,
  optional,
  orNull,
  type Shape,
  text,
  time,
  union,
} from '../platform/http/shape.js';
import type { Condition, OnExpiry } from './policy.js';

export const MOST_APPROVERS = 20;

const MODES = ['enforce', 'shadow'] as const;
const ON_CHANGE = ['ask', 'run'] as const;
export const ON_EXPIRY = ['reject', 'approve'] as const satisfies readonly OnExpiry[];

export const PolicyActionShape = oneOf(...POLICY_ACTIONS);

const field = describe('A bare name or `payload.…` path, or a fact of the call.', text('payload.amount'));
const onMissing = optional(describe('An absent field satisfies it.', literal('match')));
const timeZone = optional(
  describe('The zone of `time.hour` and `time.weekday`; UTC unless said.', text('Europe/Vienna')),
);
const ignoreCase = optional(describe('Texts are compared without their case, normalized (NFC).', literal(true)));

/** The shape of an operator's value, by its kind. */
const VALUES: { readonly [K in keyof OperatorValues]: AnyShape } = {
  json,
  number,
  list: listOf(json),
  text: text('bks_'),
  texts: describe(
    '`*` stands for any characters, `?` for one.',
    union(text('*@example.com'), listOf(text('*@example.com'))),
  ),
  flag,
};
const comparison = union(
  ...(Object.keys(VALUES) as (keyof OperatorValues)[]).map((kind) => {
    const names = operatorsTaking(kind);
    const folds = names.some((name) => CONDITION_OPERATORS[name].foldsCase);
    return object({
      field,
      operator: oneOf(...names),
      value: VALUES[kind],
      onMissing,
      timeZone,
      ...(folds && { ignoreCase }),
    });
  }),
);
const windowTest = object({
  window: describe(
    'The number of calls, or the sum of an argument.',
    union(object({ count: literal(true) }), object({ sum: text('payload.amount') })),
  ),
  per: describe('`agent`, `session`, `organization`, or a path: each value has a window of its own.', text('agent')),
  seconds: describe('From 60 to 2 678 400.', count),
  operator: oneOf('gt', 'gte', 'lt', 'lte'),
  value: number,
});
const conditions = { type: 'array', items: { $ref: '#/components/schemas/Condition' } };

/** A test of a call, or several of them. */
export const ConditionShape: Shape<Condition> = {
  schema: { $ref: '#/components/schemas/Condition' },
  named: {
    ...comparison.named,
    ...windowTest.named,
    Condition: {
      description: 'One test of one field or of a window of calls, all of several, or any of several.',
      anyOf: [
        comparison.schema,
        windowTest.schema,
        { type: 'object', properties: { all: conditions }, required: ['all'], additionalProperties: false },
        { type: 'object', properties: { any: conditions }, required: ['any'], additionalProperties: false },
      ],
      examples: [{ field: 'payload.amount', operator: 'gt', value: 500 }],
    },
  },
};

export class CreatePolicyDto {
  @Nullable() @IsString() @Length(1, 100) name?: string | null;
  @Example('stripe.refunds.*') @IsString() @Length(1, 255) apiNamePattern: string;
  @Nullable(ConditionShape) @IsObject() condition?: object | null;
  @IsString() @IsIn(POLICY_ACTIONS) action: PolicyAction;
  @Optional() @IsBoolean() enabled?: boolean;
  @Nullable() @IsString() @MaxLength(1_000) reason?: string | null;
  @Optional() @IsString() @IsIn(MODES) mode?: (typeof MODES)[number];
  @Optional() @IsInt() @Min(1) requiredApprovals?: number;
  /** An approved call that the service makes goes back to the person (`ask`) or runs, if its resource has changed since. */
  @Optional() @IsString() @IsIn(ON_CHANGE) onChange?: (typeof ON_CHANGE)[number];
  @Nullable() @IsInt() @Min(10) @Max(2_678_400) expiresAfterSeconds?: number | null;
  /** The decision on a call that no operator decides on by then; `approve` needs `expiresAfterSeconds`. */
  @Optional() @IsString() @IsIn(ON_EXPIRY) onExpiry?: OnExpiry;
  /** The time within which the call has to begin once it is approved; null: as long as the approval waits. */
  @Nullable() @IsInt() @Min(10) @Max(2_678_400) approvalUsableSeconds?: number | null;
  /** Ids of groups: a member of any of them approves. */
  @Optional() @IsArray() @ArrayMaxSize(MOST_APPROVERS) @IsUUID('all', { each: true }) approvers?: string[];
  /** Null means false when the policy names approvers. */
  @Nullable() @IsBoolean() allowRequester?: boolean | null;
}

export class ChangePolicyDto {
  @Nullable() @IsString() @Length(1, 100) name?: string | null;
  @Optional() @Example('stripe.refunds.*') @IsString() @Length(1, 255) apiNamePattern?: string;
  @Nullable(ConditionShape) @IsObject() condition?: object | null;
  @Optional() @IsString() @IsIn(POLICY_ACTIONS) action?: PolicyAction;
  @Optional() @IsBoolean() enabled?: boolean;
  @Nullable() @IsString() @MaxLength(1_000) reason?: string | null;
  @Optional() @IsString() @IsIn(MODES) mode?: (typeof MODES)[number];
  @Optional() @IsInt() @Min(1) requiredApprovals?: number;
  /** An approved call that the service makes goes back to the person (`ask`) or runs, if its resource has changed since. */
  @Optional() @IsString() @IsIn(ON_CHANGE) onChange?: (typeof ON_CHANGE)[number];
  @Nullable() @IsInt() @Min(10) @Max(2_678_400) expiresAfterSeconds?: number | null;
  /** The decision on a call that no operator decides on by then; `approve` needs `expiresAfterSeconds`. */
  @Optional() @IsString() @IsIn(ON_EXPIRY) onExpiry?: OnExpiry;
  /** The time within which the call has to begin once it is approved; null: as long as the approval waits. */
  @Nullable() @IsInt() @Min(10) @Max(2_678_400) approvalUsableSeconds?: number | null;
  /** Ids of groups: a member of any of them approves. */
  @Optional() @IsArray() @ArrayMaxSize(MOST_APPROVERS) @IsUUID('all', { each: true }) approvers?: string[];
  /** Null means false when the policy names approvers. */
  @Nullable() @IsBoolean() allowRequester?: boolean | null;
}

const SAID = {
  name: describe('A name that is unique in the organization; null if it has none.', orNull(text('Large refunds'))),
  apiNamePattern: text('stripe.refunds.*'),
  condition: describe('Null if the policy holds for every call that the pattern matches.', orNull(ConditionShape)),
  action: PolicyActionShape,
  enabled: flag,
  reason: describe('Shown to the agent.', orNull(text('Refunds over 500 need a person.'))),
  mode: describe('A `shadow` policy is evaluated and reported, and decides nothing.', oneOf(...MODES)),
  requiredApprovals: describe('The number of operators who have to approve.', count),
  onChange: describe(
    'An approved call that the service makes goes back to the person where its resource has changed since (`ask`), or runs.',
    oneOf(...ON_CHANGE),
  ),
  expiresAfterSeconds: describe('How long an approval waits; null for the default of the service.', orNull(count)),
  onExpiry: describe('Decides on a call on which no operator has decided by then.', oneOf(...ON_EXPIRY)),
  approvalUsableSeconds: describe('How long an approval counts; null for as long as it waits.', orNull(count)),
  approvers: describe('Groups whose members approve; none: each operator.', listOf(id)),
  allowRequester: describe('Whether who asked may approve; null: only where no approvers are named.', orNull(flag)),
};

export const Policy = named(
  'Policy',
  'A rule for calls whose name fits a pattern.',
  object({ id, ...SAID, createdAt: time, updatedAt: time }),
);

const said = object(SAID);

/** A policy in the form in which it is sent: the body of `POST /policies`. */
export const PolicyDraft: typeof said = {
  schema: { $ref: '#/components/schemas/CreatePolicyBody' },
  named: {},
};
