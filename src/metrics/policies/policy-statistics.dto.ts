import { IsInt, Max, Min } from 'class-validator';
import { Optional } from '../../platform/http/input/optional.js';
import {
  count,
  day,
  describe,
  id,
  listOf,
  named,
  number,
  object,
  orNull,
  ratio,
  time,
} from '../../platform/http/shape.js';

export class PolicyStatisticsQuery {
  @Optional() @IsInt() @Min(1) @Max(90) days: number = 30;
}

const figures = {
  matches: describe('Calls that it matched while it was enforced.', count),
  approvals: describe('Approvals that it asked for.', count),
  laterUndone: describe('Matched calls that a rollback undid later.', count),
};
const decided = { approved: count, rejected: count };

export const PolicyStatistics = named(
  'PolicyStatistics',
  'Outcomes of the calls of live sessions that a policy matched. Each figure belongs to the day on which the call was logged.',
  object({
    policyId: id,
    since: describe('Calls are counted from then on: the first of the days began, or the policy was made.', time),
    ...figures,
    decisions: object({ ...decided, expired: count, withdrawn: count }),
    shareApproved: describe(
      'The approved share of what was approved or rejected, also by the end of a hold; null if there was nothing.',
      orNull(ratio),
    ),
    medianSecondsToDecide: describe(
      'From the request to the decision of an operator, in whole seconds; of two in the middle, their mean.',
      orNull(number),
    ),
    shadow: describe(
      'While it was a shadow policy: what it would have done.',
      object({
        matches: count,
        wouldHave: object({ allowed: count, gated: count, blocked: count }),
        newlyHeldUp: describe('Calls that it would have held up, and the enforced policies did not.', count),
        laterUndone: count,
      }),
    ),
    days: describe('Oldest first, today last.', listOf(object({ day, ...figures, ...decided, shadowMatches: count }))),
  }),
);
