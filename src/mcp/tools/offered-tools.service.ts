import { Injectable } from '@nestjs/common';
import { compileOffer } from '../../actions/performing/offer.js';
import type { Identity, Principal } from '../../auth/access/principal.js';
import { AuthenticationService } from '../../auth/authentication.service.js';
import { HeldRequests, type WaiterGroup } from '../../auth/waiting/held-requests.js';
import { CredentialsService, type Offer } from '../../credentials/credentials.service.js';
import { sha256 } from '../../platform/hash.js';
import { PoliciesService } from '../../policies/policies.service.js';
import { RegistryService } from '../../registry/registry.service.js';
import { DiscoveredTools } from './discovered-tools.service.js';
import { isOwnTool, OWN_TOOLS } from './own-tools.js';
import { discoveredToolOf, type ToolEntry, toolOf } from './tool.js';

/** The longest time that a stream waits for one change of an offer before it looks again. */
const WATCH_MS = 10 * 60_000;
/** The longest time when a provider names its operations, because providers do not report changes of these. */
const ASKED_EVERY_MS = 60_000;

/** A tool of a caller, and the operation that it performs. */
interface OfferedTool {
  readonly apiName: string;
  readonly entry: ToolEntry;
}

/** The tools of a caller, and changes of them. */
@Injectable()
export class OfferedTools {
  private readonly waiters: WaiterGroup;

  constructor(
    private readonly credentials: CredentialsService,
    private readonly policies: PoliciesService,
    private readonly registry: RegistryService,
    private readonly authentication: AuthenticationService,
    private readonly discovered: DiscoveredTools,
    requests: HeldRequests,
  ) {
    this.waiters = requests.newGroup((keys) => this.changedOf(keys));
  }

  /** Lists what credentials offer and policies do not block whatever the arguments are, and Backstop's own tools. */
  async list(caller: Principal): Promise<readonly ToolEntry[]> {
    const offered = await this.toolsOf(caller);
    return [...OWN_TOOLS, ...offered.map(({ entry }) => entry)];
  }

  /** The operation of a tool; null for a name that is not offered. */
  async apiNameOf(caller: Principal, tool: string): Promise<string | null> {
    const offered = await this.toolsOf(caller);
    return offered.find(({ entry }) => entry.name === tool)?.apiName ?? null;
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
    while (!until.aborted && !this.waiters.isClosed) {
      const offers = await this.credentials.offersOf([organizationId]);
      const tag = await this.tagFor({ ...current, requestId });
      if (known !== null && tag !== known) await changed();
      known = tag;
      const waiter = { organizationId, epoch: current.epoch, disconnected: until };
      const isAsked = offers.some((offer) => this.discovered.isDiscovered(offer));
      const key = `${organizationId} ${this.tagOf(organizationId, offers)}`;
      const why = await this.waiters.wait(waiter, key, isAsked ? ASKED_EVERY_MS : WATCH_MS);
      const renewed = why === 'disconnected' ? null : await this.authentication.authenticateFresh(credential);
      if (!renewed) return;
      current = renewed;
    }
  }

  /** If two tools have the same name, the operation of a connector wins, then the first provider. */
  private async toolsOf(caller: Principal): Promise<readonly OfferedTool[]> {
    const stored = await this.credentials.offersOf([caller.organizationId]);
    const offers = new Map(stored.map(({ connector, patterns }) => [connector, compileOffer(patterns)]));
    const { isAlwaysBlocked } = await this.policies.of(caller);
    const isOpen = (apiName: string, connector: string) =>
      offers.get(connector)?.(apiName) === true && !isAlwaysBlocked(apiName);
    const listed = this.registry
      .list()
      .filter(({ apiName, connector, performable }) => performable && isOpen(apiName, connector))
      .map((operation) => ({ apiName: operation.apiName, entry: toolOf(operation) }));
    const names = new Set(listed.map(({ entry }) => entry.name));
    const discovered = (await this.discovered.of(stored)).filter(({ apiName, tool }) => {
      const isUsed = names.has(tool) || isOwnTool(tool) || !isOpen(apiName, apiName.slice(0, apiName.indexOf('.')));
      names.add(tool);
      return !isUsed;
    });
    return [...listed, ...discovered.map((one) => ({ apiName: one.apiName, entry: discoveredToolOf(one) }))];
  }

  private async tagFor(caller: Principal): Promise<string> {
    return sha256(JSON.stringify(await this.toolsOf(caller)));
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
      this.tagOf(
        organization,
        offers.filter(({ organizationId }) => organizationId === organization),
      ),
    );
  }

  private tagOf(organization: string, offers: readonly Offer[]): string {
    return sha256(JSON.stringify([organization, offers, this.discovered.revisionsOf(offers)]));
  }
}
