import { PROBLEMS, type ProblemCode } from '../contract/problems.js';
import { titleOf } from '../platform/http/answers/problem.js';
import { ProblemShape } from '../platform/http/answers/problem.shape.js';
import { named, nothing, object, time } from '../platform/http/shape.js';
import { byStatus } from './refusals.js';

const AT = '2026-01-02T03:04:05.678Z';
const REQUEST = '019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c';

/** Every answer that refuses. */
export const Failure = named(
  'Failure',
  'What a refused request is answered with.',
  object({ data: nothing, error: ProblemShape, timestamp: time }),
);

/** The answers that refuse, each under the codes that it may carry: routes that refuse alike share them. */
export class ProblemResponses {
  readonly byKey: Record<string, unknown> = {};

  /** The responses of one route, by status. */
  of(codes: readonly ProblemCode[]): Record<string, { $ref: string }> {
    return Object.fromEntries(
      byStatus(codes).map(([status, ofStatus]) => {
        const key = `${status}.${ofStatus.join('.')}`;
        this.byKey[key] ??= responseOf(status, ofStatus);
        return [status, { $ref: `#/components/responses/${key}` }];
      }),
    );
  }
}

function responseOf(status: number, codes: readonly ProblemCode[]) {
  const type = { type: 'string', pattern: `/(${codes.join('|')})$` };
  const error = { type: 'object', properties: { type, status: { const: status } }, required: ['type'] };
  const refined = { type: 'object', properties: { error }, required: ['error'] };
  return {
    description: codes.map((code) => `\`${code}\`: ${whenOf(code)}`).join('\n\n'),
    'x-problem-codes': codes,
    ...(status === 401 && { headers: { 'WWW-Authenticate': { schema: { type: 'string' } } } }),
    content: {
      'application/json': {
        schema: { allOf: [Failure.schema, refined] },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code, status) }])),
      },
    },
  };
}

const whenOf = (code: ProblemCode) => PROBLEMS[code].when || titleOf(code);

function exampleOf(code: ProblemCode, status: number) {
  const type = `https://backstop.example/errors/${code}`;
  const error = { type, title: titleOf(code), status, detail: whenOf(code), requestId: REQUEST };
  return { data: null, error, timestamp: AT };
}
