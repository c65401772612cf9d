import type { LogFn } from 'pino';

/** pino's logger under a name that Nest can inject: a class, where pino has only a type. */
export abstract class PinoLogger {
  abstract readonly debug: LogFn;
  abstract readonly info: LogFn;
  abstract readonly warn: LogFn;
  abstract readonly error: LogFn;
}
