import { IsIn, IsString } from 'class-validator';
import { POLICY_ACTIONS, type PolicyAction } from '../../contract/policy-actions.js';
import { describe, named, object, oneOf } from '../../platform/http/shape.js';

export class PolicySettingsDto {
  @IsString() @IsIn(POLICY_ACTIONS) unmatched: PolicyAction;
}

export const PolicySettings = named(
  'PolicySettings',
  'Settings for all calls of an organization.',
  object({ unmatched: describe('The verdict where no enforced policy matches.', oneOf(...POLICY_ACTIONS)) }),
);
