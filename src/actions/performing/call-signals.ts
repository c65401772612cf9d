import { Injectable } from '@nestjs/common';
import type { BegunCall } from './begun-call.js';

type Tell = (organizationId: string, actionId: string) => void;

/** A call that may begin at once. */
interface Queued {
  readonly organizationId: string;
  readonly actionId: string;
}

/** A place in the work of this process for a call that is about to be logged. */
interface CallPlace {
  /** Goes on with the call, which has begun. */
  goOn(actionId: string, begun: BegunCall): void;
  /** Leaves the place to others. */
  leave(): void;
}

/**
 * Signals inside a process that work was queued or that a call is over, so that no part waits for the next look-up. The
 * rows decide; a missed signal only causes a delay.
 */
@Injectable()
export class CallSignals {
  private wake: (call?: Queued) => void = () => undefined;
  private tell: Tell = () => undefined;
  private keep: (organizationId: string) => CallPlace | null = () => null;

  onQueued(wake: (call?: Queued) => void): void {
    this.wake = wake;
  }

  onPlace(keep: (organizationId: string) => CallPlace | null): void {
    this.keep = keep;
  }

  onOver(tell: Tell): void {
    this.tell = tell;
  }

  /** @param call the one that was queued; absent when the rows say which */
  queued(call?: Queued): void {
    this.wake(call);
  }

  /** Null when this process begins no call of the organization at once. */
  place(organizationId: string): CallPlace | null {
    return this.keep(organizationId);
  }

  over(organizationId: string, actionId: string): void {
    this.tell(organizationId, actionId);
  }
}
