import { Injectable } from '@nestjs/common';
import type { AtEpoch } from '../auth/access/principal.js';
import type { JsonObject, OperationType } from '../connectors/connector.js';
import { Database } from '../platform/database/database.js';
import { PoliciesService } from '../policies/policies.service.js';
import type { PolicySubject } from '../policies/policy.js';
import { withHeld } from '../policies/windows/held.js';
import { CallFactsService } from '../registry/call-facts.service.js';
import { RegistryService } from '../registry/registry.service.js';
import type { SessionFacts } from '../sessions/sessions.service.js';
import { type DriftOfCall, type AskedCall as GaugedCall, IntentGauge } from './intent-gauge.js';
import { FoundCaptures } from './precapture/found-captures.js';
import { type CallUndo, type CaptureFound, undoOf, undoOfEdited } from './rules/call-undo.js';
import { SessionsSoFar } from './sessions-so-far.js';

/** A call as its client asks for it. */
interface AskedCall {
  readonly apiName: string;
  readonly operationType: OperationType;
  readonly payload: JsonObject;
  readonly mayDo?: readonly string[];
}

/**
 * The capture, as far as it is known: the result of a precapture, or the id under which to find it. `none`: the client
 * names none; `later`: an operator edited the arguments, and the client captures them once they are approved.
 */
export type KnownCapture = CaptureFound | { readonly id: string; readonly payloadHash: string } | 'none' | 'later';

type AskingSession = Pick<SessionFacts, 'id' | 'organizationId' | 'agentSlug' | 'onBehalfOf' | 'labels' | 'simulated'>;

const NOT_READ = { driftScore: null, driftPercentile: null } as const;

/** Calls as policies read them: a fact with a cost is found out only when a policy reads it. */
@Injectable()
export class CallSubjects {
  constructor(
    private readonly policies: PoliciesService,
    private readonly registry: RegistryService,
    private readonly callFacts: CallFactsService,
    private readonly captures: FoundCaptures,
    private readonly gauge: IntentGauge,
    private readonly soFar: SessionsSoFar,
    private readonly database: Database,
  ) {}

  /** @throws 404 for a session that is gone, 503 where the call could not be read */
  async of(caller: AtEpoch, session: AskingSession, call: AskedCall, capture: KnownCapture): Promise<PolicySubject> {
    const { apiName, payload, operationType } = call;
    const { organizationId } = caller;
    const names = [apiName, ...(call.mayDo ?? [])];
    const policies = await this.policies.of(caller);
    const needs = policies.needs(names, this.registry.coverableBy(apiName));
    const facts = needs.facts ? await this.callFacts.of(organizationId, { apiName, payload }) : null;
    const asked = { apiName, payload, ...this.registry.judgedAs(apiName, operationType) };
    const said = (call.mayDo ?? []).map((name) => ({ apiName: name, ...this.registry.judgedAs(name, 'EXECUTE') }));
    const { score, percentile } = policies.readDrift;
    const drift =
      score || percentile ? await this.driftOf(caller, session, { ...asked, operationType }, percentile) : NOT_READ;
    return {
      at: new Date(),
      windows: { sessionId: session.id, simulated: session.simulated, holds: new Map() },
      session: needs.session ? await this.soFar.of(organizationId, session.id) : null,
      agentId: session.agentSlug,
      onBehalfOf: session.onBehalfOf,
      labels: session.labels,
      mayDo: [...said, ...this.registry.additionalEffects(apiName, facts)],
      facts,
      ...drift,
      ...asked,
      ...(await this.undoOf(session, call, needs.capture ? capture : 'by-name')),
    };
  }

  /**
   * The same call with what its windows come to now. Only the ledger knows that exactly, when it logs the call: this is
   * for decisions about calls that are logged, which `without` names, and for looking ahead.
   */
  async withWindows(caller: AtEpoch, subject: PolicySubject, without: string | null): Promise<PolicySubject> {
    const { windows: windowsOf } = await this.policies.of(caller);
    const windows = windowsOf(subject);
    if (windows.length === 0) return subject;
    const { organizationId } = caller;
    const [row] = await this.database.transaction(organizationId, (em) =>
      em.query('SELECT windows_hold($1, $2, $3) AS holds', [organizationId, JSON.stringify(windows), without]),
    );
    return withHeld(subject, windows, row.holds);
  }

  private async driftOf(
    caller: AtEpoch,
    { id: sessionId, agentSlug, simulated }: Pick<SessionFacts, 'id' | 'agentSlug' | 'simulated'>,
    call: Pick<GaugedCall, 'apiName' | 'operationType' | 'reversibility' | 'payload'>,
    wantsPercentile: boolean,
  ): Promise<DriftOfCall> {
    return this.gauge.driftWith(caller, { sessionId, agentSlug, simulated, wantsPercentile, ...call });
  }

  private async undoOf(
    { id: sessionId, organizationId, simulated }: AskingSession,
    { apiName }: AskedCall,
    capture: KnownCapture | 'by-name',
  ): Promise<CallUndo> {
    const operation = this.registry.find(apiName)?.operation ?? null;
    if (simulated || capture === 'by-name') return undoOf(operation, 'simulated');
    if (capture === 'later') return undoOfEdited(operation);
    if (capture === 'none') return undoOf(operation, null);
    if (!('id' in capture)) return undoOf(operation, capture);
    const { id, payloadHash } = capture;
    return undoOf(operation, await this.captures.of(id, { organizationId, sessionId, apiName, payloadHash }));
  }
}
