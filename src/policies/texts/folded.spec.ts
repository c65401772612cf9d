import { folded, isNormalizable } from './folded.js';

describe('folded texts', () => {
  it.each([
    ['PAYMENTS@Example.COM', 'payments@example.com'],
    ['STRASSE', 'straße'],
    ['STRAẞE', 'strasse'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['K', 'k'],
    ['ſ', 'S'],
    ['ﬁle', 'FILE'],
    ['e\u0301', 'É'],
    ['İ', 'i̇'],
  ])('are equal without their case and their form: %s and %s', (one, other) => {
    expect(folded(one)).toBe(folded(other));
  });

  it.each([
    ['ı', 'i'],
    ['é', 'e'],
    ['a', 'а'],
  ])('are different where the letters are: %s and %s', (one, other) => {
    expect(folded(one)).not.toBe(folded(other));
  });

  it('take no run of combining marks that normalizing would sort for long', () => {
    expect(isNormalizable(`a${'\u0301'.repeat(30)}`)).toBe(true);
    expect(isNormalizable(`a${'\u0301\u0323'.repeat(16)}`)).toBe(false);
    expect(isNormalizable('\u0301\uff9e'.repeat(16))).toBe(false);
  });
});
