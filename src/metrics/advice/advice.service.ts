import { Injectable } from '@nestjs/common';
import { ActionHistory } from '../../actions/action-history.js';
import type { Principal } from '../../auth/access/principal.js';
import { Shares } from '../../platform/concurrency/shares.js';
import { unavailable } from '../../platform/http/answers/problem.js';
import { PolicySetService } from '../../policies/set/policy-set.service.js';
import { PolicyStatisticsService } from '../policies/policy-statistics.service.js';
import { adviceOf, DAYS, type PolicyFigures } from './advice.js';

const DAY_MS = 86_400_000;
/** Reading many calls waits for its turn, so that it never crowds out agents. */
const MAX_CONCURRENT_ADVICE = 2;
const WAITING_AT_MOST = 20;

/** Suggests policies by what was called and decided (docs/contract.md, "Policies"). It changes nothing. */
@Injectable()
export class AdviceService {
  private readonly shares = new Shares(MAX_CONCURRENT_ADVICE);

  constructor(
    private readonly history: ActionHistory,
    private readonly policies: PolicySetService,
    private readonly statistics: PolicyStatisticsService,
  ) {}

  /** @throws 503 when too many wait already */
  read(caller: Principal) {
    const { organizationId } = caller;
    if (this.shares.waitingOf(organizationId) >= WAITING_AT_MOST) throw unavailable();
    return this.shares.in(organizationId, async () => {
      const now = new Date();
      const { policies } = await this.policies.read(caller);
      const operations = await this.history.operationsSince(organizationId, new Date(now.getTime() - DAYS * DAY_MS));
      const figures = new Map<string, PolicyFigures>();
      for (const { policyId, since, statistics, approvedByOperators } of await this.statistics.ofAll(
        organizationId,
        DAYS,
      ))
        figures.set(policyId, {
          since,
          matches: statistics.matches,
          shadowMatches: statistics.shadow.matches,
          approvals: statistics.approvals,
          approvedByOperators,
          undone: statistics.laterUndone,
          mostApprovedInADay: Math.max(0, ...statistics.days.map(({ approved }) => approved)),
          medianSecondsToDecide: statistics.medianSecondsToDecide,
        });
      return adviceOf({ policies, figures, operations, now });
    });
  }
}
