import { Injectable } from '@nestjs/common';

type Tell = (organizationId: string, actionId: string) => void;

/**
 * Signals inside a process that work was queued or that a call is over, so that no part waits for the next look-up. The
 * rows decide; a missed signal only causes a delay.
 */
@Injectable()
export class CallSignals {
  private wake: () => void = () => undefined;
  private tell: Tell = () => undefined;

  onQueued(wake: () => void): void {
    this.wake = wake;
  }

  onOver(tell: Tell): void {
    this.tell = tell;
  }

  queued(): void {
    this.wake();
  }

  over(organizationId: string, actionId: string): void {
    this.tell(organizationId, actionId);
  }
}
