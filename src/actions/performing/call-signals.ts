import { Injectable } from '@nestjs/common';

type Tell = (organizationId: string, actionId: string) => void;

/** A call that may begin at once. */
interface Queued {
  readonly organizationId: string;
  readonly actionId: string;
}

/**
 * Signals inside a process that work was queued or that a call is over, so that no part waits for the next look-up. The
 * rows decide; a missed signal only causes a delay.
 */
@Injectable()
export class CallSignals {
  private wake: (call?: Queued) => void = () => undefined;
  private tell: Tell = () => undefined;

  onQueued(wake: (call?: Queued) => void): void {
    this.wake = wake;
  }

  onOver(tell: Tell): void {
    this.tell = tell;
  }

  /** @param call the one that was queued; absent when the rows say which */
  queued(call?: Queued): void {
    this.wake(call);
  }

  over(organizationId: string, actionId: string): void {
    this.tell(organizationId, actionId);
  }
}
