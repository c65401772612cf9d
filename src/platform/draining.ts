import { Injectable } from '@nestjs/common';
import { watch } from './telemetry/meters.js';

/**
 * The time between SIGTERM and the stop: readiness fails, so that balancers send nothing more, and every request is
 * still answered. Each answer closes its connection, so that the client's next request reaches another process.
 */
@Injectable()
export class Draining {
  private begun = false;

  constructor() {
    const read = () => [[{}, this.begun ? 1 : 0] as const];
    watch('backstop_draining', '1 from SIGTERM on, until the process stops.', [], read);
  }

  get isDraining(): boolean {
    return this.begun;
  }

  begin(): void {
    this.begun = true;
  }
}
