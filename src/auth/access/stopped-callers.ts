import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AuthenticationService } from '../authentication.service.js';
import { ActiveKeys } from '../keys/active-keys.js';
import { OrganizationEpochs } from '../organizations/organization-epochs.js';
import type { Identity, Principal } from './principal.js';

/** The parts of a request that say which agent it speaks for. */
export type About = { readonly url: string | undefined; readonly params: unknown; readonly id: string };

/**
 * Answers the requests among these, of an organization's keys, that speak for a paused agent; the module of agents
 * implements it.
 */
export type PausedAmong = (organization: Identity, requests: readonly Watched[]) => Promise<ReadonlySet<Watched>>;

/** The service watches a request whose body arrives slowly, and the last request of an idle connection. */
export interface Watched {
  readonly credential: string;
  readonly caller: Principal;
  readonly about: About;
  /** At this epoch the caller was admitted, or was found to be in order. */
  epoch: number;
}

export const watchedOf = (request: FastifyRequest, caller: Principal): Watched => ({
  credential: request.credential,
  caller,
  about: { url: request.routeOptions.url, params: request.params, id: request.id },
  epoch: caller.epoch,
});

/**
 * Finds the callers who were stopped since they were let in. It asks one query for all of them, and two more for an
 * organization in which anything has changed, however many keys and connections the organization has: it is asked again and
 * again while an attack goes on.
 */
@Injectable()
export class StoppedCallers {
  private pausedAmong: PausedAmong = async () => new Set();

  constructor(
    private readonly authentication: AuthenticationService,
    private readonly epochs: OrganizationEpochs,
    private readonly keys: ActiveKeys,
  ) {}

  askWhichArePaused(pausedAmong: PausedAmong): void {
    this.pausedAmong = pausedAmong;
  }

  /** Finds the requests whose credential is not valid any more, and those whose agent is paused. */
  async among<T extends Watched>(all: readonly T[]): Promise<{ revoked: T[]; paused: T[] }> {
    const stopped: { revoked: T[]; paused: T[] } = { revoked: [], paused: [] };
    if (all.length === 0) return stopped;
    const organizations = [...new Set(all.map(({ caller }) => caller.organizationId))];
    const epochs = await this.epochs.currentOfAll(organizations);
    const changes = new Map<string, T[]>();
    for (const one of all) {
      const { organizationId } = one.caller;
      if (epochs.get(organizationId) === one.epoch) continue;
      const changed = changes.get(organizationId) ?? [];
      changes.set(organizationId, changed);
      changed.push(one);
    }
    for (const [organizationId, changed] of changes) {
      const epoch = epochs.get(organizationId);
      const isValid = await this.validity(organizationId, changed);
      const paused = epoch === undefined ? new Set() : await this.pausedOf(changed, epoch);
      for (const one of changed) {
        if (epoch === undefined || !isValid(one)) stopped.revoked.push(one);
        else if (paused.has(one)) stopped.paused.push(one);
        else one.epoch = epoch;
      }
    }
    return stopped;
  }

  private async validity(organizationId: string, all: readonly Watched[]): Promise<(one: Watched) => boolean> {
    const ids = all.filter(({ caller }) => caller.kind === 'API_KEY').map(({ caller }) => caller.id);
    const active = await this.keys.among(organizationId, [...new Set(ids)]);
    const signedIn = new Set<string>();
    const ofUsers = all.filter(({ caller }) => caller.kind === 'USER').map(({ credential }) => credential);
    for (const credential of new Set(ofUsers))
      if (await this.authentication.authenticateFresh(credential)) signedIn.add(credential);
    return ({ caller, credential }) => (caller.kind === 'API_KEY' ? active.has(caller.id) : signedIn.has(credential));
  }

  private async pausedOf(all: readonly Watched[], epoch: number): Promise<ReadonlySet<Watched>> {
    const ofKeys = all.filter(({ caller }) => caller.kind === 'API_KEY');
    return ofKeys[0] ? this.pausedAmong({ ...ofKeys[0].caller, epoch }, ofKeys) : new Set();
  }
}
