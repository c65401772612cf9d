import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { Periodic } from '../../platform/due-work/periodic.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { SnapshotEntity } from '../entities/snapshot.entity.js';

const EVERY_MS = 60_000;
/** An ask takes none that is older than an hour: none is deleted under the hands of one. */
const KEPT = '65 minutes';
const AT_MOST = 1_000;

/** Deletes precaptures that no action took within an hour (docs/contract.md, "Plans and quota"). */
@Injectable()
export class UnboundPrecapturesJob extends Periodic {
  constructor(
    private readonly database: Database,
    logger: PinoLogger,
  ) {
    super(EVERY_MS, logger);
  }

  protected async work(): Promise<void> {
    const due = await this.database.lookup<{ snapshot_id: string; organization_id: string }>(
      'SELECT * FROM unbound_snapshots($1, $2)',
      [KEPT, AT_MOST],
    );
    const organizations = [...new Set(due.map((row) => row.organization_id))];
    await this.each(organizations, (organizationId) => {
      const ids = due.filter((row) => row.organization_id === organizationId).map((row) => row.snapshot_id);
      return this.database.transaction(organizationId, (em) =>
        // An action may have taken it since it was found.
        em.delete(SnapshotEntity, { organizationId, id: In(ids), actionId: IsNull() }),
      );
    });
    if (due.length === AT_MOST) this.wake();
  }
}
