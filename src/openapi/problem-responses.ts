import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { PROBLEMS, type ProblemCode } from '../contract/problems.js';
import { titleOf } from '../platform/http/answers/problem.js';
import { ProblemShape } from '../platform/http/answers/problem.shape.js';
import { named, nothing, object, time } from '../platform/http/shape.js';
import { ANYWHERE, byStatus } from './refusals.js';

const AT = '2026-01-02T03:04:05.678Z';
const REQUEST = '019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c';

/** The shape of every answer that refuses a request. */
export const Failure = named(
  'Failure',
  'The answer to a refused request.',
  object({ data: nothing, error: ProblemShape, timestamp: time }),
);

/** The answers that refuse, each under the codes that it may carry: routes that refuse alike share them. */
export class ProblemResponses {
  readonly byKey: Record<string, unknown> = { anywhere: responseOf(null, ANYWHERE) };
  readonly examples: Record<string, unknown> = Object.fromEntries(ANYWHERE.map((code) => [code, exampleOf(code)]));
  /** The answer of each status that a route does not name. */
  readonly anywhere = { $ref: '#/components/responses/anywhere' };

  /** The responses of one route, by status. */
  of(codes: readonly ProblemCode[]): Record<string, { $ref: string }> {
    return Object.fromEntries(
      byStatus(codes).map(([status, ofStatus]) => {
        const key = `${status}.${digestOf(ofStatus.join())}`;
        this.byKey[key] ??= responseOf(status, ofStatus);
        return [status, { $ref: `#/components/responses/${key}` }];
      }),
    );
  }
}

const ANYWHERE_EXAMPLES = Object.fromEntries(ANYWHERE.map((code) => [code, { $ref: `#/components/examples/${code}` }]));

function responseOf(status: number | null, codes: readonly ProblemCode[]) {
  const type = { pattern: `/(${codes.join('|')})$` };
  // `Failure` says the rest: that both members are there, and of which type they are.
  const refined = {
    properties: { error: { properties: { type, ...(status !== null && { status: { const: status } }) } } },
  };
  return {
    description: `${STATUS_CODES[status ?? 0] ?? 'A problem that any request may get'}.`,
    'x-problem-codes': codes,
    ...(status === 401 && { headers: { 'WWW-Authenticate': { schema: { type: 'string' } } } }),
    content: {
      'application/json': {
        schema: { allOf: [Failure.schema, refined] },
        // All problems have one form, and `x-problems` says the rest.
        ...(codes === ANYWHERE && { examples: ANYWHERE_EXAMPLES }),
      },
    },
  };
}

/** The names of the codes would make the definition longer by a tenth. */
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 6);

const whenOf = (code: ProblemCode) => PROBLEMS[code].when || titleOf(code);

function exampleOf(code: ProblemCode) {
  const type = `https://backstop.example/errors/${code}`;
  const { status } = PROBLEMS[code];
  const error = { type, title: titleOf(code), status, detail: whenOf(code), requestId: REQUEST };
  return { value: { data: null, error, timestamp: AT } };
}
