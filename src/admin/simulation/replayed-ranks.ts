import type { PastCall } from '../../actions/action-history.js';
import type { AgentLevels } from '../../intent/level/agent-levels.service.js';

type Ranks = Awaited<ReturnType<AgentLevels['read']>>;

/** The rank that replayed scores have among the sessions of their agents, as these are known today. */
export class ReplayedRanks {
  private readonly byAgent = new Map<string, Ranks>();

  constructor(
    private readonly levels: AgentLevels,
    private readonly organizationId: string,
  ) {}

  async of({ agent_slug, session_id }: PastCall, score: number | 'failed' | null): Promise<number | 'failed' | null> {
    if (typeof score !== 'number') return score;
    // The score of a session without evidence.
    if (score === 0) return null;
    const known = this.byAgent.get(agent_slug);
    const ranks = known ?? (await this.levels.read(this.organizationId, { agent_slug, simulated: false }));
    if (!known) this.byAgent.set(agent_slug, ranks);
    return ranks.percentileOf(session_id, score);
  }
}
