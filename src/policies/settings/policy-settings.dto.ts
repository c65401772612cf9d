import { IsIn, IsString } from 'class-validator';
import { POLICY_ACTIONS, type PolicyAction } from '../../contract/policy-actions.js';
import { about, named, object, oneOf } from '../../platform/http/shape.js';

export class PolicySettingsDto {
  @IsString() @IsIn(POLICY_ACTIONS) unmatched: PolicyAction;
}

export const PolicySettings = named(
  'PolicySettings',
  'What holds for all calls of an organization.',
  object({ unmatched: about('The verdict where no enforced policy matches.', oneOf(...POLICY_ACTIONS)) }),
);
