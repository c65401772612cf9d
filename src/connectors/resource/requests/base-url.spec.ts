import { baseUrlOf } from './base-url.js';

const base = (baseUrl: string, ...allowedPrivateHosts: string[]) =>
  baseUrlOf({ credentials: { baseUrl }, allowedPrivateHosts, timeoutMs: 1 }, 'https://api.example.com');

describe('the base URL of a provider', () => {
  it('is the public one unless the credential names another, without a slash at the end', () => {
    expect(base('')).toBe('https://api.example.com');
    expect(base('https://ghe.example.com/api/v3/')).toBe('https://ghe.example.com/api/v3');
  });

  it('is https:// unless the host is one of the private ones that are allowed', () => {
    expect(base('http://127.0.0.1:8080', '127.0.0.0/8')).toBe('http://127.0.0.1:8080');
    expect(base('http://ghe.internal', 'GHE.internal')).toBe('http://ghe.internal');
    expect(() => base('http://ghe.internal', '127.0.0.1')).toThrow('https://');
    expect(() => base('http://127.0.0.1:8080')).toThrow('https://');
  });

  it.each(['nowhere', 'ftp://example.com', 'https://me:secret@example.com', 'https://example.com/?to=x'])(
    'is refused when it is %s',
    (given) => {
      expect(() => base(given)).toThrow('the base URL must');
    },
  );
});
