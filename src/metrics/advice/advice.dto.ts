import { apiName } from '../../actions/actions.dto.js';
import { count, describe, id, listOf, named, number, object, oneOf, orNull, text } from '../../platform/http/shape.js';
import { PolicyDraft } from '../../policies/policies.dto.js';

export const PolicySuggestion = named(
  'PolicySuggestion',
  'A policy that could be said better, by what was called and decided.',
  object({
    id: describe('The same suggestion has the same id.', text('unnamed-operation:crm.customer.update')),
    kind: oneOf('unnamed-operation', 'never-matched', 'covered', 'always-approved'),
    policyId: describe('The policy that the draft replaces; null: the draft is a new one.', orNull(id)),
    apiName: orNull(apiName),
    coveredBy: listOf(id),
    figures: object({
      days: count,
      calls: count,
      undone: describe('A rollback undid them later.', count),
      agents: orNull(count),
      approvals: count,
      medianSecondsToDecide: orNull(number),
    }),
    draft: PolicyDraft,
  }),
);
