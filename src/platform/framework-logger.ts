import { Injectable } from '@nestjs/common';
import { Logger } from 'nestjs-pino';

/** The framework's account of its own start is detail, not news. */
@Injectable()
export class FrameworkLogger extends Logger {
  override log(message: unknown, ...rest: unknown[]): void {
    this.debug(message, ...rest);
  }
}
