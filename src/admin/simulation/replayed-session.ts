import type { PastCall } from '../../actions/action-history.js';
import { isPermitted } from '../../actions/rules/action.js';
import type { Reversibility } from '../../connectors/connector.js';
import { begin, conclude, type IntentCall, type IntentProgress, observe } from '../../intent/evaluator/evaluate.js';
import type { AgentLevels } from '../../intent/level/agent-levels.service.js';
import type { SessionSoFar } from '../../policies/policy.js';

/** Computes the drift that a policy would have seen at each call of a session. The calls are given in their order. */
export class ReplayedDrift {
  private session = '';
  private progress: IntentProgress = begin('');

  /** The drift, 0..1, with this call; `failed`, as at the ask, when the rules cannot read the call. */
  with(call: PastCall, reversibility: Reversibility | null): number | 'failed' {
    try {
      return this.scoreOf(call, reversibility);
    } catch {
      return 'failed';
    }
  }

  private scoreOf(call: PastCall, reversibility: Reversibility | null): number {
    if (call.session_id !== this.session) {
      this.session = call.session_id;
      this.progress = begin(call.intent);
    }
    const asked = {
      id: call.id,
      apiName: call.api_name,
      operationType: call.operation_type,
      payload: call.payload as IntentCall['payload'],
      reversibility,
    };
    const { driftScore } = conclude(observe(this.progress, asked).progress);
    const response = (call.response ?? undefined) as IntentCall['response'];
    this.progress = observe(this.progress, { ...asked, response }).progress;
    return driftScore;
  }
}

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

/** Tells what a session had done before each of its calls. The calls are given in their order. */
export class ReplayedSession {
  private id = '';
  private calls = 0;
  private did = new Set<string>();

  before(call: PastCall): SessionSoFar {
    if (call.session_id !== this.id) [this.id, this.calls, this.did] = [call.session_id, 0, new Set()];
    const soFar = { did: [...this.did], calls: this.calls };
    this.calls++;
    if (isPermitted(call.status)) this.did.add(call.api_name);
    return soFar;
  }
}
