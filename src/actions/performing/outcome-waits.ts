import { Injectable } from '@nestjs/common';
import { type Identity, laneOf } from '../../auth/access/principal.js';
import { HeldPages } from '../../auth/waiting/held-pages.js';
import { HeldRequests, type WaiterGroup, type WakeReason } from '../../auth/waiting/held-requests.js';
import { Database } from '../../platform/database/database.js';
import { CallSignals } from './call-signals.js';

const keyOf = (organizationId: string, actionId: string) => `${organizationId} ${actionId}`;

/** Holds requests that wait for the outcome of a performed call, without a database connection. */
@Injectable()
export class OutcomeWaits {
  private readonly waiters: WaiterGroup;
  private readonly held = new HeldPages(Number.POSITIVE_INFINITY);

  constructor(
    private readonly database: Database,
    requests: HeldRequests,
    signals: CallSignals,
  ) {
    this.waiters = requests.newGroup((keys) => this.settledOf(keys));
    signals.onOver((organizationId, actionId) => this.waiters.wake(keyOf(organizationId, actionId)));
  }

  /** `woken`: the call is over or waits for a person. `over` at once where the caller holds too many requests already. */
  wait(caller: Identity, actionId: string, disconnected: AbortSignal, ms: number): Promise<WakeReason> {
    const owner = laneOf(caller);
    const { organizationId, epoch } = caller;
    if (!this.held.add(owner, actionId)) return Promise.resolve('over');
    return this.waiters
      .wait({ organizationId, epoch, disconnected }, keyOf(organizationId, actionId), ms)
      .finally(() => this.held.remove(owner, actionId));
  }

  private async settledOf(keys: readonly string[]): Promise<string[]> {
    const pairs = keys.map((key) => key.split(' '));
    const rows = await this.database.lookup<{ organization: string; call: string }>(
      'SELECT organization, call FROM settled_calls($1::uuid[], $2::uuid[])',
      [pairs.map(([organization]) => organization), pairs.map(([, call]) => call)],
    );
    return rows.map(({ organization, call }) => keyOf(organization, call));
  }
}
