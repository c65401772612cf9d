import { REFUSAL_CODES } from '../../../contract/refusals.js';
import { count, describe, id, listOf, named, object, oneOf, optional, text } from '../shape.js';

/** The form of `Problem` on the wire. */
export const ProblemShape = named(
  'Problem',
  'A refusal (RFC 9457). Act on the end of `type`, show `detail`, quote `requestId`.',
  object({
    type: text('https://backstop.example/errors/not-found'),
    title: text('Not found'),
    status: count,
    detail: text('There is no such session.'),
    requestId: id,
    actionId: optional(id),
    policyIds: optional(listOf(id)),
    code: optional(describe('Why a call was refused.', oneOf(...REFUSAL_CODES))),
    errors: optional(listOf(object({ field: text('agentId'), message: text('is required') }))),
  }),
);
