import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Usage } from '../actions/ledger/usage.js';
import type { Principal } from '../auth/access/principal.js';
import { Members } from '../auth/organizations/members.js';
import { Database } from '../platform/database/database.js';
import type { PageQuery } from '../platform/http/input/page.dto.js';

/** Reads an operator, their organization and its other members (docs/contract.md, "Auth"). */
@Injectable()
export class MeService {
  constructor(
    private readonly database: Database,
    private readonly members: Members,
    private readonly usage: Usage,
  ) {}

  /** `{ user, organization, usage: { month, actions, limit } }` */
  get(caller: Principal) {
    return this.database.transaction(caller.organizationId, (em) => this.read(em, caller));
  }

  /** Renames the user, and answers as `get` does. */
  rename(caller: Principal, name: string) {
    return this.database.transaction(caller.organizationId, async (em) => {
      const me = await this.read(em, caller);
      await this.members.rename(em, caller, name);
      return { ...me, user: { ...me.user, name } };
    });
  }

  /** `[{ id, email, name, role, joinedAt }]` */
  team(caller: Principal, query: PageQuery) {
    return this.database.transaction(caller.organizationId, (em) => this.members.list(em, caller, query));
  }

  private async read(em: EntityManager, caller: Principal) {
    const profile = await this.members.profile(em, caller);
    return {
      ...profile,
      usage: await this.usage.ofThisMonth(em, caller.organizationId, profile.organization.plan),
    };
  }
}
