import { count, id, listOf, maybe, named, object, text } from '../shape.js';

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
    actionId: maybe(id),
    policyIds: maybe(listOf(id)),
    errors: maybe(listOf(object({ field: text('agentId'), message: text('is required') }))),
  }),
);
