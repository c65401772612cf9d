export { Backstop, type BackstopOptions, type SessionRequest } from './backstop.js';
export * from './errors.js';
export type { Json, JsonObject } from './json.js';
export type { UndeliveredOutcome } from './outbox/outbox.js';
export { Session } from './session.js';
export type * from './wire/wire.js';
export type { OperationPath, WrapOptions } from './wrapping/options.js';
export { wrap } from './wrapping/wrap.js';
