import { PROBLEM_CODES } from '../contract/problems.js';
import { count, jsonObject, named, object, oneOf, text, typed } from '../platform/http/shape.js';

/** OpenAPI has its own schema. */
export const Definition = typed<object>(jsonObject);

const ProblemCodeShape = named('ProblemCode', 'The last part of the `type` of a problem.', oneOf(...PROBLEM_CODES));

export const ProblemEntryShape = named(
  'ProblemEntry',
  'The cause of a problem, and what to do about it.',
  object({
    code: ProblemCodeShape,
    title: text('Session closed'),
    status: count,
    when: text('the session is completed'),
    advice: text('open a new session'),
  }),
);
