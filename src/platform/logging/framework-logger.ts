import { Injectable, type LoggerService } from '@nestjs/common';
import { PinoLogger } from './pino-logger.js';

/** Writes Nest's messages into the service's log. The messages about Nest's own start have the level debug. */
@Injectable()
export class FrameworkLogger implements LoggerService {
  constructor(private readonly logger: PinoLogger) {}

  log(message: unknown, ...details: unknown[]): void {
    this.write('debug', message, details);
  }

  warn(message: unknown, ...details: unknown[]): void {
    this.write('warn', message, details);
  }

  error(message: unknown, ...details: unknown[]): void {
    this.write('error', message, details);
  }

  fatal(message: unknown, ...details: unknown[]): void {
    this.write('error', message, details);
  }

  /** Nest passes the context last, and the stack of an error before it. */
  private write(level: 'debug' | 'warn' | 'error', message: unknown, details: unknown[]): void {
    const context = details.at(-1);
    if (typeof message === 'string') this.logger[level]({ context, stack: details.at(-2) }, message);
    else this.logger[level]({ context, err: message });
  }
}
