import { PassingError } from '../../errors.js';
import { toProblem } from './problem.js';

const problemOf = (code: string) =>
  toProblem(Object.assign(new Error('of PostgreSQL'), { code }), '/errors', 'a request');

describe('The problem of an error of PostgreSQL', () => {
  it.each([
    ['53100', 'a full disk'],
    ['53200', 'too little memory'],
    ['53300', 'too many connections'],
    ['58030', 'a disk that fails'],
  ])('is 503 unavailable with Retry-After for %s, %s', (code) => {
    const { problem, headers } = problemOf(code);
    expect([problem.status, problem.type, headers['retry-after']]).toEqual([503, '/errors/unavailable', '1']);
  });

  it('is 500 for data that is damaged, because a repetition does not help', () => {
    expect(problemOf('XX001').problem.status).toBe(500);
  });
});

it('The problem of an error whose cause passes is 503 unavailable with Retry-After, and says nothing of the cause', () => {
  const { problem, headers, unexpected } = toProblem(new PassingError('10.0.0.7 hung up'), '/errors', 'a request');
  expect([problem.status, problem.type, headers['retry-after'], unexpected]).toEqual([
    503,
    '/errors/unavailable',
    '1',
    false,
  ]);
  expect(problem.detail).not.toContain('10.0.0.7');
});
