import { Injectable } from '@nestjs/common';
import { ActionHistory, type PastCall } from '../../actions/action-history.js';
import { summarize } from '../../actions/rules/action.js';
import { undoOf } from '../../actions/rules/call-undo.js';
import type { Principal } from '../../auth/access/principal.js';
import type { CallFacts } from '../../connectors/facts/facts.js';
import { AgentLevels } from '../../intent/level/agent-levels.service.js';
import { Shares } from '../../platform/concurrency/shares.js';
import { unavailable } from '../../platform/http/answers/problem.js';
import { SimulationTally } from '../../policies/history/simulation.js';
import { lookAlikes } from '../../policies/look-alikes.js';
import { PoliciesService } from '../../policies/policies.service.js';
import type { PolicyAction, PolicySubject } from '../../policies/policy.js';
import { withHeld } from '../../policies/windows/held.js';
import { CallFactsService } from '../../registry/call-facts.service.js';
import { RegistryService } from '../../registry/registry.service.js';
import type { SimulatePolicyDto } from '../admin.dto.js';
import { ReplayedDrift, ReplayedRanks, ReplayedSession } from './replayed-session.js';
import { ReplayedWindows } from './replayed-windows.js';

const DAYS = 30;
const DAY_MS = 86_400_000;
/** The bound keeps a replay within seconds; `complete` is false when there were more calls. */
const AT_MOST = 100_000;
const WITHIN_MS = 20_000;
/** Replays wait for each other, so that they never crowd out calls of agents; one organization leaves a place for another. */
const MAX_CONCURRENT_SIMULATIONS = 2;
/** The most simulations of one organization that may wait. */
const WAITING_AT_MOST = 20;

const NOT_READ = { driftScore: null, driftPercentile: null, session: null };

type Sample = ReturnType<typeof toSample>;
type Draft = ReturnType<PoliciesService['tryOut']>;

/** Tries a draft policy on what already happened, and changes nothing (docs/contract.md, "Policies"). */
@Injectable()
export class SimulationService {
  private readonly shares = new Shares(MAX_CONCURRENT_SIMULATIONS);

  constructor(
    private readonly history: ActionHistory,
    private readonly policies: PoliciesService,
    private readonly registry: RegistryService,
    private readonly callFacts: CallFactsService,
    private readonly levels: AgentLevels,
  ) {}

  /**
   * Live sessions begun in the last `days` (1 to 90, default 30).
   * @throws 400 on a draft that means nothing, 503 when too many wait already
   */
  simulate({ organizationId }: Principal, { days = DAYS, ...draft }: SimulatePolicyDto) {
    const tried = this.policies.tryOut(draft);
    if (this.shares.waitingOf(organizationId) >= WAITING_AT_MOST) throw unavailable();
    const warnings = this.warningsOf(draft.apiNamePattern);
    return this.shares.in(organizationId, async () => ({
      ...(await this.replay(organizationId, days, tried)),
      warnings,
    }));
  }

  private warningsOf(pattern: string) {
    const operations = this.registry.connectors.flatMap((connector) => connector.operations);
    const apiNames = lookAlikes(
      pattern,
      operations.map(({ apiName }) => apiName),
    );
    const message = `"${pattern}" matches no known operation, and differs from known ones only by case or by letters that look alike.`;
    return apiNames.length > 0 ? [{ code: 'look-alike' as const, message, apiNames }] : [];
  }

  private async replay(organizationId: string, days: number, draft: Draft) {
    const until = performance.now() + WITHIN_MS;
    const to = new Date();
    const from = new Date(to.getTime() - days * DAY_MS);
    const tally = new SimulationTally<Sample>();
    const { score, percentile } = draft.readsDrift;
    const ranks = percentile ? new ReplayedRanks(this.levels, organizationId) : null;
    const drift = score || percentile ? new ReplayedDrift() : null;
    const session = new ReplayedSession();
    const windows = await this.windowsOf(organizationId, from, draft, until);
    for await (const calls of this.history.since(organizationId, from)) {
      const facts = await this.factsOf(organizationId, calls, draft);
      for (const [index, call] of calls.entries()) {
        if (tally.evaluated === AT_MOST || performance.now() > until) return toView(from, to, false, tally);
        const driftScore = drift?.with(call, this.reversibilityOf(call)) ?? null;
        const driftPercentile = ranks ? await ranks.of(call, driftScore) : null;
        const known = { driftScore, driftPercentile, session: session.before(call) };
        const subject = this.subjectOf(call, known, facts[index] ?? null);
        const decision = draft.judge(windows ? windows(call, subject) : subject);
        const undone = call.status === 'ROLLED_BACK';
        tally.add({
          draft: decision,
          recorded: call.policy_decision,
          undone,
          sample: () => toSample(call, this.registry.summaryOf(call.api_name, call.payload), decision, undone),
        });
      }
    }
    return toView(from, to, true, tally);
  }

  /** Windows look at the calls of all sessions, so those are read once before. Null when the draft has no window. */
  private async windowsOf(organizationId: string, from: Date, draft: Draft, until: number) {
    if (!draft.hasWindows) return null;
    const replayed = new ReplayedWindows(draft.blocks);
    let calls = 0;
    for await (const page of this.history.since(organizationId, from)) {
      if (performance.now() > until) break;
      for (const call of page) {
        if (++calls > AT_MOST) break;
        replayed.add(call, draft.windowsOf(this.subjectOf(call, NOT_READ, null)));
      }
    }
    replayed.run();
    return (call: PastCall, subject: PolicySubject) => {
      const windows = draft.windowsOf(subject);
      return withHeld(subject, windows, replayed.of(call, windows));
    };
  }

  /** Reads the facts of those calls alone for which the draft needs them. */
  private async factsOf(organizationId: string, calls: readonly PastCall[], draft: Draft) {
    const found: (CallFacts | null)[] = calls.map(() => null);
    const looked = calls.flatMap((call, index) =>
      draft.needs(call.api_name, this.registry.coverableBy(call.api_name)).facts ? [{ call, index }] : [],
    );
    if (looked.length === 0) return found;
    const read = await this.callFacts.ofEach(
      organizationId,
      looked.map(({ call: { api_name: apiName, payload } }) => ({ apiName, payload })),
    );
    for (const [at, { index }] of looked.entries()) found[index] = read[at] ?? null;
    return found;
  }

  private reversibilityOf({ api_name }: PastCall) {
    return this.registry.find(api_name)?.operation.reversibility ?? null;
  }

  private subjectOf(
    call: PastCall,
    known: Pick<PolicySubject, 'driftScore' | 'driftPercentile' | 'session'>,
    facts: CallFacts | null,
  ): PolicySubject {
    const operation = this.registry.find(call.api_name)?.operation ?? null;
    const capture =
      call.capture_failed === null ? null : { failed: call.capture_failed, reversibility: call.captured_reversibility };
    return {
      apiName: call.api_name,
      payload: call.payload,
      agentId: call.agent_slug,
      onBehalfOf: call.on_behalf_of,
      labels: call.labels,
      at: call.created_at,
      windows: { sessionId: call.session_id, simulated: false, holds: new Map() },
      ...known,
      ...this.registry.judgedAs(call.api_name, call.operation_type),
      facts,
      mayDo: this.registry.additionalEffects(call.api_name, facts),
      ...undoOf(operation, capture),
    };
  }
}

const toView = (from: Date, to: Date, complete: boolean, tally: SimulationTally<Sample>) => ({
  from: from.toISOString(),
  to: to.toISOString(),
  complete,
  ...tally.result,
});

const toSample = (call: PastCall, summary: string, decision: PolicyAction | null, undone: boolean) => ({
  actionId: call.id,
  sessionId: call.session_id,
  agentId: call.agent_slug,
  apiName: call.api_name,
  summary,
  payloadSummary: summarize(call.payload),
  decision,
  recordedDecision: call.policy_decision,
  status: call.status,
  undone,
  createdAt: call.created_at.toISOString(),
});
