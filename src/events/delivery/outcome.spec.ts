import { EgressForbiddenError } from '../../platform/egress/egress.js';
import { toFailure } from './outcome.js';

const withCode = (code: string) => Object.assign(new Error('connect to 10.0.0.7 with a-secret'), { code });

describe('an attempt that met no answer', () => {
  it.each([
    [new EgressForbiddenError('internal.example'), 'the host is not public, and this installation does not allow it'],
    [new DOMException('x', 'TimeoutError'), 'no answer in time'],
    [withCode('ECONNREFUSED'), 'the connection was refused'],
    [withCode('UND_ERR_SOCKET'), 'the connection was cut'],
    [withCode('ENOTFOUND'), 'there is no such host'],
    [withCode('CERT_HAS_EXPIRED'), 'its TLS certificate is not good'],
    [withCode('ERR_TLS_CERT_ALTNAME_INVALID'), 'its TLS certificate is not good'],
    [withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), 'its TLS certificate is not good'],
    [new TypeError('a-secret'), 'the connection failed'],
    ['a-secret', 'the connection failed'],
  ] as const)('%# is described in our own words', (error, words) => {
    expect(toFailure(error)).toEqual({ delivered: false, status: null, error: words, retryAfter: null });
  });
});
