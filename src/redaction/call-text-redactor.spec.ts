import { CallTextRedactor } from './call-text-redactor.js';
import { compileKnownValues } from './known-values.js';
import type { CallRules } from './redaction.js';

const CARD = '4111111111111111';
const MARK = '[redacted: card-number]';
const RULES: CallRules = {
  kinds: ['card-number'],
  rules: [{ name: 'pin', part: 'payload', segments: ['deep', { name: 'pin', isAlike: (key) => key === 'PIN' }] }],
};
const words = new CallTextRedactor(
  RULES,
  compileKnownValues([{ rule: 'name', value: 'Grace Hopper' }]),
  (value) => `#${JSON.stringify(value).length}`,
);

describe('the texts about a redacted call', () => {
  it('holds no value in its texts', () => {
    expect(words.text(`Update ${CARD} of Grace Hopper`)).toBe(`Update ${MARK} of [redacted: name]`);
    expect(words.text(null)).toBeNull();
    const plan = { class: 'exact', calls: [`SET a = '${CARD}'`], remains: [CARD], reason: null };
    expect(words.plan(plan)).toEqual({ class: 'exact', calls: [`SET a = '${MARK}'`], remains: [MARK], reason: null });
  });

  it('distinguishes the values of a field by tags alone, and leaves other values as they are', () => {
    const field = { field: 'card', before: CARD, after: `no ${CARD}`, now: null, result: 'conflict' };
    expect(words.field(field)).toEqual({ ...field, before: `${MARK} #18`, after: `no ${MARK} #21` });
    expect(words.field({ field: 'credit', before: 1, after: 'x' })).toEqual({ field: 'credit', before: 1, after: 'x' });
  });

  it('hides the values of a field that has the name of a redacted member', () => {
    for (const name of ['pin', 'PIN', 'values.pin'])
      expect(words.field({ field: name, before: 1, after: [2] })).toEqual({
        field: name,
        before: '[redacted: pin] #1',
        after: '[redacted: pin] #3',
      });
    expect(words.field({ field: 'pins', before: 1, after: 2 })).toMatchObject({ before: 1 });
  });

  it('names resources without values', () => {
    const item = { resource: `cards id=${CARD}`, formerly: CARD, result: 'restored', fields: [] };
    expect(words.items([item])).toEqual([{ ...item, resource: `cards id=${MARK}`, formerly: MARK }]);
  });

  it('is an error of the same class without values in its message, its stack, its members and its causes', () => {
    const cause = Object.assign(new TypeError(`bad ${CARD}`), { detail: `Key (card)=(${CARD}) exists`, code: 23505 });
    const error = words.error(new RangeError(`cannot take ${CARD}`, { cause }));
    expect(error).toBeInstanceOf(RangeError);
    expect([error.message, cause.message, cause.detail]).toEqual([
      `cannot take ${MARK}`,
      `bad ${MARK}`,
      `Key (card)=(${MARK}) exists`,
    ]);
    expect(`${error.stack}${cause.stack}`).not.toContain(CARD);
    expect(words.error('x')).toBe('x');
  });
});
