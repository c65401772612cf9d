import { isHeld } from './covers.js';

const named = (name: string) => name === 'db.rows.delete';

describe('a rule that names an operation', () => {
  it.each([
    [{ apiName: 'db.rows.delete' }, true],
    [{ apiName: 'db.query', mayDo: ['db.rows.update', 'db.rows.delete'] }, true],
    [{ apiName: 'db.query', mayDo: ['db.rows.update'] }, false],
    [{ apiName: 'db.query' }, false],
  ])('holds for a call by its name and by what it may do: %j', (call, held) => {
    expect(isHeld(call, named)).toBe(held);
  });
});
