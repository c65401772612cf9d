import { readdir, readFile } from 'node:fs/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PinoLogger } from '../logging/pino-logger.js';

const LOOK_EVERY_MS = 10_000;
/** From this share of the limit on there is a warning. At the limit the kernel refuses connections without a word. */
const MANY = 0.8;

/** Logs that few files are left: each connection takes one. It knows Linux; elsewhere it does nothing. */
@Injectable()
export class OpenFiles implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private areFew = false;

  constructor(private readonly logger: PinoLogger) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    try {
      const [open, limits] = await Promise.all([readdir('/proc/self/fd'), readFile('/proc/self/limits', 'utf8')]);
      const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
      this.tell(open.length >= limit * MANY, { open: open.length, limit });
    } catch (error) {
      // At the limit the look itself finds no file.
      if ((error as NodeJS.ErrnoException).code === 'EMFILE') this.tell(true, { err: error });
    }
  }

  private tell(areFew: boolean, seen: object): void {
    if (areFew && !this.areFew) this.logger.warn(seen, 'few files are left: at the limit connections are refused');
    if (!areFew && this.areFew) this.logger.info(seen, 'enough files are left again');
    this.areFew = areFew;
  }
}
