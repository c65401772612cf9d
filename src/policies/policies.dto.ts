import { IsBoolean, IsIn, IsInt, IsObject, IsString, Length, MaxLength, Min } from 'class-validator';
import { Example } from '../platform/http/documented.js';
import { Nullable, Optional } from '../platform/http/input/optional.js';
import {
  about,
  always,
  count,
  either,
  flag,
  id,
  json,
  listOf,
  maybe,
  named,
  number,
  object,
  oneOf,
  orNull,
  type Shape,
  text,
  time,
} from '../platform/http/shape.js';
import type { Condition } from './policy.js';

const ACTIONS = ['ALLOW', 'REQUIRE_APPROVAL', 'BLOCK'] as const;
const MODES = ['enforce', 'shadow'] as const;

export const PolicyActionShape = oneOf(...ACTIONS);

const field = about('A bare name or `payload.…` path, or a fact of the call.', text('payload.amount'));
const onMissing = maybe(about('An absent field satisfies it.', always('match')));
const comparison = either(
  object({ field, operator: oneOf('eq', 'neq', 'contains'), value: json, onMissing }),
  object({ field, operator: oneOf('gt', 'gte', 'lt', 'lte'), value: number, onMissing }),
  object({ field, operator: oneOf('in', 'not_in'), value: listOf(json), onMissing }),
  object({ field, operator: oneOf('starts_with', 'ends_with'), value: text('bks_'), onMissing }),
  object({ field, operator: oneOf('exists'), value: flag, onMissing }),
);
const conditions = { type: 'array', items: { $ref: '#/components/schemas/Condition' } };

/** One test of a call, or several of them. */
export const ConditionShape: Shape<Condition> = {
  schema: { $ref: '#/components/schemas/Condition' },
  named: {
    ...comparison.named,
    Condition: {
      description: 'One test of one field, all of several, or any of several.',
      anyOf: [
        comparison.schema,
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
  @IsString() @IsIn(ACTIONS) action: (typeof ACTIONS)[number];
  @Optional() @IsBoolean() enabled?: boolean;
  @Nullable() @IsString() @MaxLength(1_000) reason?: string | null;
  @Optional() @IsString() @IsIn(MODES) mode?: (typeof MODES)[number];
  @Optional() @IsInt() @Min(1) requiredApprovals?: number;
}

export class ChangePolicyDto {
  @Nullable() @IsString() @Length(1, 100) name?: string | null;
  @Optional() @Example('stripe.refunds.*') @IsString() @Length(1, 255) apiNamePattern?: string;
  @Nullable(ConditionShape) @IsObject() condition?: object | null;
  @Optional() @IsString() @IsIn(ACTIONS) action?: (typeof ACTIONS)[number];
  @Optional() @IsBoolean() enabled?: boolean;
  @Nullable() @IsString() @MaxLength(1_000) reason?: string | null;
  @Optional() @IsString() @IsIn(MODES) mode?: (typeof MODES)[number];
  @Optional() @IsInt() @Min(1) requiredApprovals?: number;
}

export const Policy = named(
  'Policy',
  'What calls of a name may do.',
  object({
    id,
    name: about('What people call it, unique in the organization; null: nothing.', orNull(text('Large refunds'))),
    apiNamePattern: text('stripe.refunds.*'),
    condition: about('Null: every call that the pattern matches.', orNull(ConditionShape)),
    action: PolicyActionShape,
    enabled: flag,
    reason: about('Told to the agent.', orNull(text('Refunds over 500 need a person.'))),
    mode: about('A `shadow` policy is evaluated and reported, and decides nothing.', oneOf(...MODES)),
    requiredApprovals: about('How many operators have to approve.', count),
    createdAt: time,
    updatedAt: time,
  }),
);
