import { cookieOf } from './cookie.js';

describe('a cookie', () => {
  it.each([
    ['alone', 'backstop=one', 'one'],
    ['among others', 'a=b; backstop=one; c=d', 'one'],
    ['without spaces', 'a=b;backstop=one;c=d', 'one'],
    ['with tabs', 'a=b;\tbackstop=one\t', 'one'],
    ['with an equals sign in its value', 'backstop=a=b', 'a=b'],
    ['with quotes, which are a part of it', 'backstop="one"', '"one"'],
    ['without a value', 'backstop=', ''],
  ])('is read %s', (_, header, value) => {
    expect(cookieOf(header, 'backstop')).toBe(value);
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another name', 'other=one'],
    ['a longer name', 'xbackstop=one; backstopx=two'],
    ['another case', 'Backstop=one'],
    ['a name without a value', 'backstop'],
    ['two of the name', 'backstop=one; backstop=two'],
    ['two that are the same', 'backstop=one; backstop=one'],
    ['a second without a value', 'backstop=one; backstop='],
    ['a no-break space before its name', '\u00a0backstop=one'],
    ['a space before the equals sign', 'backstop =one'],
  ])('is not there with %s', (_, header) => {
    expect(cookieOf(header, 'backstop')).toBeNull();
  });
});
