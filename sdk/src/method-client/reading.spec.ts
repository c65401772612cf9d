import { readsByMethod } from './reading.js';

describe('a request', () => {
  it.each([
    { method: 'GET', path: '/a?b=c' },
    { method: 'head', path: '/a' },
    { method: 'OPTIONS', path: '/a', headers: { accept: 'x' } },
    { method: 'GET', path: '/x-http-method-override', parameters: { method: 'DELETE' } },
  ])('reads: %j', (request) => expect(readsByMethod(request)).toBe(true));

  it.each([
    { method: 'POST', path: '/a' },
    { method: 'PROPFIND', path: '/a' },
    { method: '', path: '/a' },
    { method: 'GET', path: '/a', headers: { 'X-HTTP-Method-Override': 'DELETE' } },
    { method: 'GET', path: '/a', headers: new Headers({ 'x-http-method': 'PUT' }) },
    { method: 'HEAD', path: '/a', headers: { 'x-method-override': 'POST' } },
    { method: 'GET', path: '/a?_method=DELETE' },
    { method: 'GET', path: '/a?b=c&%24httpMethod=DELETE' },
    { method: 'GET', path: '/a', parameters: { _method: 'DELETE' } },
  ])('may write: %j', (request) => expect(readsByMethod(request)).toBe(false));
});
