import { ArrayMaxSize, IsArray, IsIn, IsString, IsUUID, Matches } from 'class-validator';
import { POLICY_ACTIONS, type PolicyAction } from '../../contract/policy-actions.js';
import { ItemsOf } from '../../platform/http/input/items.js';
import { Optional } from '../../platform/http/input/optional.js';
import { describe, hash, listOf, named, object, oneOf } from '../../platform/http/shape.js';
import { ChangePolicyDto, CreatePolicyDto, Policy } from '../policies.dto.js';
import { MOST_POLICIES } from '../policy.errors.js';

export class ChangeOfPolicyDto extends ChangePolicyDto {
  @IsUUID() id: string;
}

export class ChangePoliciesDto {
  /** `state` of the set that the changes were planned for. */
  @IsString() @Matches(/^[0-9a-f]{64}$/) state: string;
  @Optional() @IsString() @IsIn(POLICY_ACTIONS) unmatched?: PolicyAction;
  @Optional() @ItemsOf(CreatePolicyDto) @ArrayMaxSize(MOST_POLICIES) create?: CreatePolicyDto[];
  @Optional() @ItemsOf(ChangeOfPolicyDto) @ArrayMaxSize(MOST_POLICIES) change?: ChangeOfPolicyDto[];
  @Optional() @IsArray() @ArrayMaxSize(MOST_POLICIES) @IsUUID('all', { each: true }) delete?: string[];
}

export const PolicySet = named(
  'PolicySet',
  'All policies of an organization.',
  object({
    state: describe('It follows from what the policies say: the same policies have the same state.', hash),
    unmatched: describe('The verdict where no enforced policy matches.', oneOf(...POLICY_ACTIONS)),
    policies: describe('In the order of their creation.', listOf(Policy)),
  }),
);
