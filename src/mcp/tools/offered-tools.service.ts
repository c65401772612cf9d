import { Injectable } from '@nestjs/common';
import { compileOffer } from '../../actions/performing/offer.js';
import type { Identity, Principal } from '../../auth/access/principal.js';
import { AuthenticationService } from '../../auth/authentication.service.js';
import { HeldRequests, type Room } from '../../auth/waiting/held-requests.js';
import { CredentialsService } from '../../credentials/credentials.service.js';
import { sha256 } from '../../platform/hash.js';
import { PoliciesService } from '../../policies/policies.service.js';
import { RegistryService } from '../../registry/registry.service.js';
import { OWN_TOOLS } from './own-tools.js';
import { type ToolEntry, toolNameOf, toolOf } from './tool.js';

/** The longest time that a stream waits for one change of an offer before it looks again. */
const WATCH_MS = 10 * 60_000;

/** The tools of a caller, and changes of them. */
@Injectable()
export class OfferedTools {
  private readonly room: Room;

  constructor(
    private readonly credentials: CredentialsService,
    private readonly policies: PoliciesService,
    private readonly registry: RegistryService,
    private readonly authentication: AuthenticationService,
    requests: HeldRequests,
  ) {
    this.room = requests.room((keys) => this.changedOf(keys));
  }

  /** Lists what credentials offer and policies do not block whatever the arguments are, and Backstop's own tools. */
  async list(caller: Principal): Promise<readonly ToolEntry[]> {
    const offered = await this.operationsOf(caller);
    return [...OWN_TOOLS, ...offered.map((operation) => toolOf(operation))];
  }

  /** The operation of a tool; null for a name that is not offered. */
  async apiNameOf(caller: Principal, tool: string): Promise<string | null> {
    const offered = await this.operationsOf(caller);
    return offered.find(({ apiName }) => toolNameOf(apiName) === tool)?.apiName ?? null;
  }

  /**
   * Calls `changed` whenever the tools of the caller differ, until the signal or until the credential is no longer valid.
   * It holds no connection.
   */
  async watch(
    caller: Principal,
    credential: string,
    until: AbortSignal,
    changed: () => Promise<unknown>,
  ): Promise<void> {
    const { organizationId, requestId } = caller;
    let current: Identity = caller;
    let known: string | null = null;
    while (!until.aborted && !this.room.isClosed) {
      const [offer] = await this.tagsOf([organizationId]);
      const tag = await this.tagFor({ ...current, requestId });
      if (known !== null && tag !== known) await changed();
      known = tag;
      const waiter = { organizationId, epoch: current.epoch, disconnected: until };
      const why = await this.room.wait(waiter, `${organizationId} ${offer}`, WATCH_MS);
      const renewed = why === 'disconnected' ? null : await this.authentication.authenticateFresh(credential);
      if (!renewed) return;
      current = renewed;
    }
  }

  private async operationsOf(caller: Principal) {
    const stored = await this.credentials.offersOf([caller.organizationId]);
    const offers = new Map(stored.map(({ connector, patterns }) => [connector, compileOffer(patterns)]));
    const isAlwaysBlocked = await this.policies.alwaysBlocked(caller);
    return this.registry
      .list()
      .filter(
        ({ apiName, connector, performable }) =>
          performable && offers.get(connector)?.(apiName) === true && !isAlwaysBlocked(apiName),
      );
  }

  private async tagFor(caller: Principal): Promise<string> {
    return sha256((await this.operationsOf(caller)).map(({ apiName }) => apiName).join(' '));
  }

  /** The keys whose organization offers something else by now. */
  private async changedOf(keys: readonly string[]): Promise<string[]> {
    const organizations = [...new Set(keys.map((key) => key.slice(0, 36)))];
    const tags = await this.tagsOf(organizations);
    const now = new Map(organizations.map((organization, index) => [organization, tags[index]]));
    return keys.filter((key) => now.get(key.slice(0, 36)) !== key.slice(37));
  }

  private async tagsOf(organizations: readonly string[]): Promise<readonly string[]> {
    const offers = await this.credentials.offersOf(organizations);
    return organizations.map((organization) =>
      sha256(JSON.stringify(offers.filter(({ organizationId }) => organizationId === organization))),
    );
  }
}
