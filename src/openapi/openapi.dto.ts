import { count, jsonObject, named, object, oneOf, type Shape, text } from '../platform/http/shape.js';
import { PROBLEMS } from '../platform/problems.js';

/** OpenAPI has its own schema. */
export const Definition: Shape<object> = jsonObject;

export const ProblemEntryShape = named(
  'ProblemEntry',
  'When a problem is answered, and what to do about it.',
  object({
    code: oneOf(...Object.keys(PROBLEMS)),
    title: text('Session closed'),
    status: count,
    when: text('the session is completed'),
    advice: text('open a new session'),
  }),
);
