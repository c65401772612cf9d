import { ProviderUnavailableError } from '../connectors/connector.js';
import { NotCapturable } from '../connectors/resource/resource.js';
import { TargetError } from '../connectors/rows/table/connection-url.js';
import { EgressForbiddenError } from '../platform/egress/egress.js';
import { RedirectError } from '../platform/egress/egress-fetch.js';
import { TooLongError } from '../platform/egress/too-long.error.js';
import type { SentError } from './protocol.js';

/** Error classes that a caller distinguishes. */
const CLASSES = [
  EgressForbiddenError,
  NotCapturable,
  ProviderUnavailableError,
  RangeError,
  RedirectError,
  ReferenceError,
  SyntaxError,
  TargetError,
  TooLongError,
  TypeError,
];

const DEEPEST = 5;

/** The parts of an error that another process needs to recognize it. */
export function sentError(error: unknown, depth = 0): SentError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), members: {}, cause: null };
  const own = Object.entries(error).filter(([name, value]) => name !== 'cause' && isScalar(value));
  return {
    name: CLASSES.find((one) => error instanceof one)?.name ?? error.name,
    message: error.message,
    members: Object.fromEntries(own),
    cause: error.cause && depth < DEEPEST ? sentError(error.cause, depth + 1) : null,
  };
}

export function receivedError({ name, message, members, cause }: SentError): Error {
  const found = CLASSES.find((one) => one.name === name);
  const error = Object.assign(Object.create(found?.prototype ?? Error.prototype) as Error, members);
  Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  Object.defineProperty(error, 'message', { value: message, configurable: true, writable: true });
  Object.defineProperty(error, 'stack', { value: `${name}: ${message}`, configurable: true, writable: true });
  if (cause) Object.defineProperty(error, 'cause', { value: receivedError(cause), configurable: true, writable: true });
  return error;
}

const isScalar = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
