export { Backstop, type BackstopOptions, type SessionRequest } from './backstop.js';
export * from './errors.js';
export type { Json, JsonObject } from './json.js';
export type { OperationPath, WrapOptions } from './options.js';
export type { UndeliveredOutcome } from './outbox/outbox.js';
export { Session } from './session.js';
export type * from './wire.js';
export { wrap } from './wrap.js';
