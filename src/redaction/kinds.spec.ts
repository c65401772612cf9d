import { findKinds, KINDS, type Kind } from './kinds.js';

const partsIn = (text: string, kinds: readonly Kind[] = KINDS) =>
  findKinds(text, kinds).map(({ start, end, rule }) => [rule, text.slice(start, end)]);

const CARD = '4111111111111111';

describe('findKinds', () => {
  it.each([
    ['4111111111111111', 'as a whole'],
    ['4111 1111 1111 1111', 'with blanks'],
    ['4111-1111-1111-1111', 'with dashes'],
    ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', 'with a blank after each digit'],
    ['4111\u00a01111\u20131111 - 1111', 'with other blanks and dashes'],
    ['4111.1111_1111.1111', 'with dots'],
    ['41\u200b11\u200d1111\u00ad1111\u20601111', 'with characters that show as nothing'],
    ['４１１１１１１１１１１１１１１１', 'in full-width digits'],
    ['٤١١١١١١١١١١١١١١١', 'in Arabic digits'],
    ['\u{1d7d2}\u{1d7cf}\u{1d7cf}\u{1d7cf}1111\u{1d7d9}\u{1d7d9}\u{1d7d9}\u{1d7d9}1111', 'in mathematical digits'],
    ['5555555555554444', 'of another network'],
    ['378282246310005', 'of fifteen digits'],
    ['3782 822463 10005', 'of fifteen digits in groups'],
    ['6205500000000000004', 'of nineteen digits'],
  ])('finds the card number %s, %s', (number) => {
    expect(partsIn(`pay with ${number}, exp 12/27`)).toEqual([['card-number', number]]);
    expect(partsIn(number)).toEqual([['card-number', number]]);
  });

  it.each([
    ['a wrong check digit', '4111111111111112'],
    ['a part of a longer number', `9${CARD}`],
    ['a time in microseconds', '1764460800000000'],
    ['a phone number', '+43 660 123 45 67 89'],
    ['a UUID', '019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c'],
    ['a date with a time', '2026-11-29 23:30:00.123456'],
    ['zeros', '0000000000000000'],
    ['too many characters between its digits', '4111 ---- 1111 ---- 1111 ---- 1111'],
  ])('finds no card number in %s', (_, text) => {
    expect(partsIn(text, ['card-number'])).toEqual([]);
  });

  it.each([
    `sk_${'live'}_4eC39HqLyjWDarjtT1zdp7dc`,
    `gh${'p'}_${'a1'.repeat(18)}`,
    `github_${'pat'}_${'a1'.repeat(20)}`,
    `xox${'b'}-123456789012-abcdefABCDEF`,
    `AK${'IA'}IOSFODNN7EXAMPLE`,
    `AI${'za'}${'x'.repeat(35)}`,
    `bks_${'live'}_${'0a'.repeat(16)}`,
    `sk-${'proj'}-${'x'.repeat(30)}`,
    `ey${'J'}hbGciOiJI.ey${'J'}zdWIiOiIx.c2ln`,
    `-----BEGIN ${'PRIVATE'} KEY-----\nMIIE\n-----END ${'PRIVATE'} KEY-----`,
  ])('finds the key %s', (key) => {
    expect(partsIn(`a="${key}";`, ['key'])).toEqual([['key', key]]);
  });

  it('finds a private key without an end to the end of the text', () => {
    expect(partsIn(`-----BEGIN ${'PRIVATE'} KEY-----\nMIIE`, ['key'])).toHaveLength(1);
  });

  it.each([
    ['eve@example.org', 'eve@example.org'],
    ['<Eve.Adams+tag@mail.example.co.uk>', 'Eve.Adams+tag@mail.example.co.uk'],
    ['?to=eve%40example.org&x', '=eve%40example.org'.slice(1)],
    ['mail ünal@exämple.de.', 'ünal@exämple.de'],
  ])('finds the address in %s', (text, address) => {
    expect(partsIn(text, ['email']).map(([, part]) => part)[0]).toContain(address);
  });

  it.each(['@', 'a@b', '@example.org', 'a @ b.example', 'user@host'])('finds no address in %s', (text) => {
    expect(partsIn(text, ['email'])).toEqual([]);
  });

  it('finds only kinds that were chosen', () => {
    expect(partsIn(`${CARD} eve@example.org`, ['email'])).toEqual([['email', 'eve@example.org']]);
    expect(partsIn(`${CARD} eve@example.org`, [])).toEqual([]);
  });

  it.each([
    ['digits', '4'],
    ['digits with blanks', '1 '],
    ['beginnings of tokens', 'eyJ'],
    ['beginnings of private keys', `-----BEGIN ${'PRIVATE'} `],
    ['signs of addresses', '@1.'],
    ['letters', 'a'],
    ['combining marks', '1\u0301'],
  ])('reads a megabyte of %s in one pass', (_, part) => {
    // A search that read it again from each of its characters would not end before the time of a test.
    expect(findKinds(part.repeat(1_000_000 / part.length), KINDS)).toEqual([]);
  });
});
