import { object, oneOf, type Shape, typed } from './shape.js';

type Status = 'OPEN' | 'CLOSED';

describe('A shape', () => {
  it('does not compile where its schema has fewer or more values than its type', () => {
    const exact: Shape<Status> = oneOf('OPEN', 'CLOSED');
    // @ts-expect-error The schema leaves out a value that the code may answer.
    const fewer: Shape<Status> = oneOf('OPEN');
    // @ts-expect-error The schema allows a value that the code never answers.
    const more: Shape<Status> = oneOf('OPEN', 'CLOSED', 'LOST');
    // @ts-expect-error The same inside an object.
    const inside: Shape<{ readonly status: Status }> = object({ status: oneOf('OPEN') });
    const wider = typed<string>(oneOf('OPEN'));
    expect([exact, fewer, more, wider].map(({ schema }) => schema.enum)).toEqual([
      ['OPEN', 'CLOSED'],
      ['OPEN'],
      ['OPEN', 'CLOSED', 'LOST'],
      ['OPEN'],
    ]);
    expect(inside.schema.required).toEqual(['status']);
  });
});
