import { isFromOwnOrigin, isOwnRequest, ownOrigins } from './own-origin.js';

const OWN = ['https://backstop.example'];
const own = 'https://backstop.example';

describe('the origin of a request', () => {
  it.each([
    [own, undefined, true],
    [own, 'same-origin', true],
    [undefined, 'same-origin', true],
    [undefined, undefined, false],
    [undefined, 'none', false],
    [undefined, 'same-site', false],
    [undefined, 'cross-site', false],
    [undefined, 'nonsense', false],
    [undefined, 'same-origin, same-origin', false],
    ['', undefined, false],
    ['null', undefined, false],
    ['null', 'same-origin', false],
    [own, 'cross-site', false],
    [own, 'same-site', false],
    ['https://evil.example', 'same-origin', false],
    ['https://evil.example', undefined, false],
    ['https://api.backstop.example', undefined, false],
    ['https://backstop.example.evil.example', undefined, false],
    ['https://evilbackstop.example', undefined, false],
    ['http://backstop.example', undefined, false],
    ['https://backstop.example:8443', undefined, false],
    ['https://backstop.example:443', undefined, false],
    ['https://backstop.example/', undefined, false],
    ['HTTPS://BACKSTOP.EXAMPLE', undefined, false],
    [`${own}, https://evil.example`, undefined, false],
    ['backstop.example', undefined, false],
  ])('with Origin %s and Sec-Fetch-Site %s may change something: %s', (origin, site, expected) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'NONSENSE'])
      expect(isOwnRequest(method, { origin, site }, OWN)).toBe(expected);
  });

  it.each([
    [undefined, undefined, true],
    [undefined, 'none', true],
    [own, 'same-origin', true],
    [undefined, 'same-site', false],
    [undefined, 'cross-site', false],
    ['https://evil.example', undefined, false],
    ['null', undefined, false],
  ])('with Origin %s and Sec-Fetch-Site %s may read: %s', (origin, site, expected) => {
    for (const method of ['GET', 'HEAD']) expect(isOwnRequest(method, { origin, site }, OWN)).toBe(expected);
    expect(isFromOwnOrigin({ origin, site }, OWN)).toBe(expected);
  });
});

describe('the origins of the service', () => {
  it.each([
    ['https://backstop.example', { address: '10.0.0.7', port: 3000 }, ['https://backstop.example']],
    ['https://backstop.example/below/a/path', { address: '127.0.0.1', port: 3000 }, ['https://backstop.example']],
    ['https://backstop.example:443', { address: '::1', port: 3000 }, ['https://backstop.example']],
    ['http://10.0.0.7:3000', { address: undefined, port: undefined }, ['http://10.0.0.7:3000']],
    [
      'http://backstop.internal',
      { address: '::ffff:10.0.0.7', port: 80 },
      ['http://backstop.internal', 'http://10.0.0.7'],
    ],
    [
      'http://127.0.0.1:0',
      { address: '127.0.0.1', port: 4321 },
      ['http://127.0.0.1:0', 'http://127.0.0.1:4321', 'http://localhost:4321'],
    ],
    [
      'http://localhost:3000',
      { address: '::1', port: 3000 },
      ['http://localhost:3000', 'http://[::1]:3000', 'http://localhost:3000'],
    ],
  ])('at %s, reached at %j, are %j', (publicUrl, arrival, expected) => {
    expect(ownOrigins(publicUrl, arrival)).toEqual(expected);
  });
});
