import { type Coding, codingFor, compressedForm, isImmutable, isKnown, nameAt, typeOf } from './static-files.js';

describe('the file that answers a path', () => {
  const files = new Set(['index.html', 'favicon.svg', 'assets/index-Bx3kQ9_a.js']);

  it.each([
    ['', 'index.html'],
    ['index.html', 'index.html'],
    ['favicon.svg', 'favicon.svg'],
    ['assets/index-Bx3kQ9_a.js', 'assets/index-Bx3kQ9_a.js'],
    ['sessions/019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c', 'index.html'],
    ['policies/mail.messages.send', 'index.html'],
    ['sessions/', 'index.html'],
  ])('%s is %s', (path, name) => {
    expect(nameAt(files, path)).toBe(name);
  });

  it.each([
    'assets/gone-Bx3kQ9_a.js',
    'assets/',
    'gone.css',
    'sessions/gone.PNG',
    '..',
    '../package.json',
    'sessions/../../package.json',
    'sessions/..',
    './index.html',
    '..\\package.json',
    '%2e%2e/package.json',
    '%2E%2E%2Fpackage.json',
    '%252e',
    '//etc/passwd',
    'a//b',
    'index.html\0',
    '\0',
    'sessions\n',
    'index.html\u0085',
  ])('%j is nothing', (path) => {
    expect(nameAt(files, path)).toBeNull();
  });
});

describe('a file', () => {
  it.each([
    ['assets/index-Bx3kQ9_a.js', true],
    ['assets/abcdefgh-ABCDEFGH.css', true],
    ['assets/nested/inter.3f2a9c1b.woff2', true],
    ['app.3f2a9c1b.js', true],
    ['app-0123456789abcdef.css', true],
    ['index.html', false],
    ['favicon.svg', false],
    ['assets/logo.svg', false],
    ['dashboard-settings.js', false],
    ['a-defaced.js', false],
    ['2026-11-24.json', false],
  ])('%s caches the answer for ever: %s', (path, expected) => {
    expect(isImmutable(path)).toBe(expected);
  });

  it.each([
    ['index.html', 'text/html; charset=utf-8'],
    ['assets/x.JS', 'text/javascript; charset=utf-8'],
    ['verify.mjs', 'text/javascript; charset=utf-8'],
    ['x.unknown', 'application/octet-stream'],
    ['LICENSE', 'application/octet-stream'],
    ['constructor', 'application/octet-stream'],
    ['x.constructor', 'application/octet-stream'],
  ])('%s is %s', (path, type) => {
    expect(typeOf(path)).toBe(type);
  });

  it.each([
    ['a.js.br', { of: 'a.js', coding: 'br' }],
    ['a.js.gz', { of: 'a.js', coding: 'gzip' }],
    ['a.js', null],
  ])('%s is a compressed form: %j', (path, expected) => {
    expect(compressedForm(path)).toEqual(expected);
  });
});

describe('the form of a file', () => {
  const all = new Set<Coding>(['identity', 'gzip', 'br']);

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['identity', 'identity'],
    ['br;q=nonsense', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('with Accept-Encoding: %s is %s', (accepted, coding) => {
    expect(codingFor(accepted, all)).toBe(coding);
  });

  it('is one that there is', () => {
    expect(codingFor('br, gzip', new Set<Coding>(['identity', 'gzip']))).toBe('gzip');
    expect(codingFor('br, gzip', new Set<Coding>(['identity']))).toBe('identity');
  });

  it.each([
    ['"one"', true],
    ['W/"one"', true],
    ['"two", "one"', true],
    ['*', true],
    ['"two"', false],
    ['one', false],
    ['', false],
    [undefined, false],
  ])('is known to If-None-Match: %s, which is %s', (header, expected) => {
    expect(isKnown(header, '"one"')).toBe(expected);
  });
});
