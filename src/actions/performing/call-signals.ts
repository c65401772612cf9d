import { Injectable } from '@nestjs/common';

type Tell = (organizationId: string, actionId: string) => void;

/**
 * Said inside a process, so that nothing waits for the next look: work was queued, a call is over. The rows decide; a signal
 * that is missed only makes it later.
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
