/** Examples of parameters, by name. */
export const PARAMETERS: Readonly<Record<string, unknown>> = {
  cursor: '019f1c5e-7a52-7c3b-9d5e-000000000001',
  limit: 50,
  wait: 30,
  after: 0,
  code: 'session-closed',
  connector: 'stripe',
  connectors: 'stripe,github',
  file: 'swagger-ui.css',
  path: 'sessions',
  token: 'bW9uZGF5…',
  'Idempotency-Key': 'refund-order-1042',
  'If-None-Match': '"q1rVjA4k"',
};
