import { ApprovedPayloadError } from '../errors.js';
import { isLost, outcomeOfFailure } from './failure.js';

const failing = (fields: object, message = 'it failed') => Object.assign(new Error(message), fields);
/** The status, and the refusal where one is recorded. */
const told = (error: unknown) => {
  const { status, response } = outcomeOfFailure(error);
  return [status, ...(response.refusal ? [response.refusal] : [])];
};

describe('a call that threw', () => {
  it.each<[string, object]>([
    ['a gateway answered 502', { status: 502 }],
    ['the provider answered 500', { statusCode: 500 }],
    ['the provider wants fewer calls', { response: { status: 429 } }],
    ['the provider gave up waiting', { $metadata: { httpStatusCode: 408 } }],
    ['the connection was reset', { code: 'ECONNRESET' }],
    ['the client wraps a reset connection', { name: 'HttpError', cause: { code: 'UND_ERR_SOCKET' } }],
    ['Slack’s client wraps one', { code: 'slack_webapi_request_error', original: { code: 'ECONNRESET' } }],
    ['the caller aborted it', { name: 'AbortError' }],
    ['PostgreSQL was shut down', { severity: 'FATAL', code: '57P01' }],
    ['MySQL lost the connection', { code: 'PROTOCOL_CONNECTION_LOST', errno: -1, sqlState: undefined }],
    ['Slack failed itself', { code: 'slack_webapi_platform_error', data: { ok: false, error: 'internal_error' } }],
  ])('is UNKNOWN when %s', (_, fields) => {
    expect(told(failing(fields))).toEqual(['UNKNOWN']);
    expect(isLost(failing(fields))).toBe(true);
  });

  it.each<[string, object, object]>([
    ['a status', { status: 404, code: 'resource_missing' }, { status: 404, code: 'resource_missing' }],
    ['a status alone', { name: 'HttpError', status: 422 }, { status: 422, code: 'HttpError' }],
    ['a numeric code', { name: 'GaxiosError', code: 403 }, { status: 403, code: 'GaxiosError' }],
    ['an SQLSTATE of PostgreSQL', { severity: 'ERROR', code: '23505' }, { sqlstate: '23505', code: '23505' }],
    [
      'an SQLSTATE of MySQL',
      { code: 'ER_DUP_ENTRY', errno: 1062, sqlState: '23000' },
      { sqlstate: '23000', code: 'ER_DUP_ENTRY' },
    ],
    [
      'an error of Slack',
      { code: 'slack_webapi_platform_error', data: { ok: false, error: 'channel_not_found' } },
      { status: 200, code: 'channel_not_found' },
    ],
  ])('is FAILED with a refusal when the provider answered %s', (_, fields, refusal) => {
    expect(told(failing(fields))).toEqual(['FAILED', refusal]);
  });

  it('is FAILED with a refusal when Redis answered an error, or Backstop stopped it', () => {
    const reply = failing({ name: 'ReplyError' }, 'WRONGTYPE Operation against a key');
    expect(told(reply)).toEqual(['FAILED', { code: 'WRONGTYPE' }]);
    expect(told(new ApprovedPayloadError('x'))).toEqual(['FAILED', { code: expect.any(String) }]);
  });

  it('is FAILED without a refusal when no provider answered, so that a rollback reads first', () => {
    expect(told(failing({ code: 'ECONNREFUSED' }))).toEqual(['FAILED']);
    expect(told(failing({}))).toEqual(['FAILED']);
    expect(told('a string')).toEqual(['FAILED']);
  });

  it('is not refused for certain when an earlier attempt of it was lost', () => {
    const second = failing({
      name: 'ConditionalCheckFailedException',
      $metadata: { httpStatusCode: 400, attempts: 2 },
    });
    expect(told(second)).toEqual(['FAILED']);
    expect(outcomeOfFailure(failing({ status: 404 }), true).status).toBe('UNKNOWN');
  });
});
