import { Injectable } from '@nestjs/common';
import { PausedCalls } from '../approvals/decisions/paused-calls.service.js';
import { GrantsService } from '../approvals/grants/grants.service.js';
import type { Principal } from '../auth/access/principal.js';
import { OpenCalls } from '../calls/open-calls.service.js';
import { PinoLogger } from '../platform/logging/pino-logger.js';
import type { ChangeAgentDto } from './agents.dto.js';
import { AgentsService } from './agents.service.js';

/** The longest time that a pause delays its answer to reject waiting calls; a job rejects the rest. */
const ANSWER_WITHIN_MS = 5_000;

/** Changing an agent; its pause is a kill switch over all of its sessions (docs/contract.md, "Agents"). */
@Injectable()
export class AgentSwitch {
  constructor(
    private readonly agents: AgentsService,
    private readonly calls: PausedCalls,
    private readonly grants: GrantsService,
    private readonly performed: OpenCalls,
    private readonly logger: PinoLogger,
  ) {}

  /**
   * Changes an agent. A pause holds from its own transaction on, even if the rejections after it fail. Its rejections
   * are finished before the agent may be resumed. A resumed agent has no grants: those given during the pause are
   * revoked too.
   * @throws 404; 409 pause-unfinished
   */
  async change(caller: Principal, id: string, changes: ChangeAgentDto) {
    if (changes.status === 'ACTIVE') await this.finishPause(caller, id);
    const agent = await this.agents.change(caller, id, changes, (em, slug) =>
      this.calls.refuseWhileWaiting(em, caller.organizationId, slug),
    );
    if (changes.status === 'PAUSED') await this.takeBack(caller, agent.slug);
    return agent;
  }

  private async finishPause(caller: Principal, id: string): Promise<void> {
    const { slug, status } = await this.agents.get(caller, id);
    if (status === 'PAUSED') await this.takeBack(caller, slug);
  }

  private async takeBack(caller: Principal, agent: string): Promise<void> {
    await this.rejectWaiting(caller, agent);
    await this.grants.revokeAllOf(caller, agent);
    await this.endCalls(caller, agent);
  }

  /** Ends the agent's calls: none begins after the pause, and this waits for those that already run. */
  private async endCalls({ organizationId }: Principal, agent: string): Promise<void> {
    await this.performed
      .endOf(organizationId, agent, ANSWER_WITHIN_MS)
      .catch((error: unknown) => this.logger.warn({ err: error, agent }, 'a call of a paused agent runs still'));
  }

  private async rejectWaiting(caller: Principal, agent: string): Promise<void> {
    await this.calls
      .rejectAllOf(caller, agent, ANSWER_WITHIN_MS)
      .catch((error: unknown) => this.logger.error({ err: error, agent }, 'a pause is finished by the job'));
  }
}
