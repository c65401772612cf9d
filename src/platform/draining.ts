import { Injectable } from '@nestjs/common';

/**
 * The time between SIGTERM and the stop: readiness fails, so that balancers send nothing more, and every request is
 * still answered. Each answer closes its connection, so that the client's next request reaches another process.
 */
@Injectable()
export class Draining {
  private begun = false;

  get isDraining(): boolean {
    return this.begun;
  }

  begin(): void {
    this.begun = true;
  }
}
