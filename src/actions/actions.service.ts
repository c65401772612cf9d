// SQL: the ledger is read page by page through a view, for operators and agents a different one.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { may } from '../auth/access/permissions.js';
import type { Principal } from '../auth/access/principal.js';
import { idempotencyConflict } from '../auth/auth.errors.js';
import { AuthenticationService } from '../auth/authentication.service.js';
import { type IdempotencyKey, isKeyOver } from '../auth/idempotency.js';
import { answered, CONFLICT, conflict, type Retry, STALE } from '../auth/retry.js';
import { Config } from '../config/config.js';
import { Database } from '../platform/database/database.js';
import { type DomainError, notFound, validationFailed } from '../platform/errors.js';
import { hashOfPart } from '../platform/hash.js';
import { Idempotent } from '../platform/http/answers/answer.js';
import { PoliciesService } from '../policies/policies.service.js';
import { blockingWindows, withHeld } from '../policies/windows/held.js';
import { Redactions } from '../redaction/redactions.service.js';
import { RegistryService } from '../registry/registry.service.js';
import { KnownAgents } from '../sessions/known-agents.js';
import { toSessionView } from '../sessions/session.view.js';
import { type SessionFacts, SessionsService } from '../sessions/sessions.service.js';
import { problemOf } from './action.errors.js';
import { type ActionRow, type ActionView, toActionView } from './action.view.js';
import { FIRST_PAGE, PAGE_BYTES, pagesFrom } from './action-pages.js';
import { CallSubjects } from './call-subjects.js';
import { ActionEntity } from './entities/action.entity.js';
import { IntentGauge } from './intent-gauge.js';
import { ExpectedWindows } from './ledger/expected-windows.js';
import type { Prior, Recorded, RecordItem } from './ledger/items.js';
import { Ledger } from './ledger/ledger.js';
import {
  expectedOf,
  type FoundCall,
  foundOf,
  type JudgedCall,
  keptCall,
  keyOf,
  type LoggedCall,
  toRecordedRow,
  toRecordItem,
  traitsOf,
} from './ledger/recording.js';
import type { BegunCall } from './performing/begun-call.js';
import { readSummary } from './read-summary.js';
import { OPEN } from './rules/action.js';
import { commandOf, isAsk } from './rules/command-of.js';
import { transition } from './rules/transition.js';

/** The greatest `integer`; no call of a session has it. */
const LAST_SEQUENCE = 2 ** 31 - 1;

/** The ledger's use cases: ask, report, read (docs/contract.md, "Actions"). */
@Injectable()
export class ActionsService {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly authentication: AuthenticationService,
    private readonly sessions: SessionsService,
    private readonly agents: KnownAgents,
    private readonly policies: PoliciesService,
    private readonly registry: RegistryService,
    private readonly subjects: CallSubjects,
    private readonly gauge: IntentGauge,
    private readonly redactions: Redactions,
    private readonly config: Config,
  ) {}

  private readonly expected = new ExpectedWindows();

  /**
   * Asks before a call runs, or reports one that ran.
   * @throws 400 validation-failed; 403 policy-blocked, plan-required, agent-paused; 404; 409 session-closed, session-rolled-back,
   *   precapture-mismatch, idempotency-conflict; 429 quota-exceeded
   * @param onBegun makes the call, which begins in the transaction that logs it if it can
   */
  async log(
    caller: Principal,
    credential: string,
    sessionId: string,
    call: LoggedCall,
    key: IdempotencyKey | null,
    onBegun?: (actionId: string, begun: BegunCall) => void,
  ) {
    if (isAsk(call) && call.violation) {
      throw validationFailed('violation', 'only what ran already can have been ungated');
    }
    const payloadHash = hashOfPart(call.payload);
    return this.authentication.retryWhenStale<Idempotent<ActionView>, FoundCall>(
      caller,
      credential,
      async (current, found) => {
        const facts = await this.sessions.factsOf(current, sessionId);
        const judged = await this.judge(current, facts, call, payloadHash, key, found?.windows ?? null);
        const expected = found ?? expectedOf(call);
        const state = {
          status: null,
          isRead: judged.call.operationType === 'READ',
          isGranted: expected.grantId !== null,
          ...expected,
        };
        const decided = transition(state, judged.command, new Date());
        if (decided.status === null) {
          return this.refuse(
            judged,
            credential,
            found,
            problemOf(decided.refusal, judged.verdict, {}, facts.agentSlug),
          );
        }
        const item = toRecordItem(judged, expected, decided.status, decided, onBegun !== undefined);
        const recorded = await this.ledger.record(item);
        if (recorded.begun) onBegun?.(item.id, recorded.begun);
        return this.answer(judged, item, recorded);
      },
    );
  }

  /** True when a person will decide on the call, or a policy reads its capture. */
  async isCaptureNeeded(caller: Principal, sessionId: string, call: LoggedCall): Promise<boolean> {
    const policies = await this.policies.of(caller);
    const needs = policies.needs([call.apiName], this.registry.coverableBy(call.apiName));
    if (needs.capture || call.status === 'PENDING_APPROVAL') return true;
    const facts = await this.sessions.factsOf(caller, sessionId);
    const { verdict } = await this.judge(caller, facts, call, '', null, 'now');
    return verdict.decision === 'REQUIRE_APPROVAL';
  }

  /** The session, and its actions as JSON, page by page; the snapshots' content for operators only. @throws 404 */
  async read(caller: Principal, sessionId: string) {
    const { session, actions } = await this.readBetween(caller, sessionId, 0, LAST_SEQUENCE);
    return { session: toSessionView(session), actions };
  }

  /**
   * Reads at most `limit` actions after a sequence number, in the order of logging. A number is assigned while the
   * session's row is locked until the commit. An action is therefore visible only after all earlier ones, so a client
   * that continues from the last number it saw misses no action. `next` is set when more actions follow now. @throws
   * 404
   */
  async readPage(caller: Principal, sessionId: string, after: number, limit: number) {
    const last = Math.min(after + limit, LAST_SEQUENCE);
    const { session, actions } = await this.readBetween(caller, sessionId, after, last);
    return { actions, next: session.lastSequence > last ? last : null };
  }

  /** Reads actions as `readPage` does, as views: at most `limit`, and fewer where they are large. @throws 404 */
  async viewsAfter(caller: Principal, sessionId: string, after: number, limit: number) {
    const { organizationId } = caller;
    const forOperator = may(caller, 'read-captured-values');
    return this.database.snapshot(organizationId, async (em) => {
      const { simulated, lastSequence } = await this.sessions.get(em, caller, sessionId);
      const page = [organizationId, sessionId, after, limit, LAST_SEQUENCE, PAGE_BYTES];
      const rows: ActionRow[] = await em.query(pageOf(forOperator), page);
      const last = rows.at(-1)?.sequence ?? lastSequence;
      return {
        views: rows.map((row) => toActionView(row, simulated, forOperator)),
        next: last < lastSequence ? last : null,
      };
    });
  }

  /** Null when there is no such action. */
  async find(em: EntityManager, organizationId: string, actionId: string): Promise<ActionRow | null> {
    const [row]: { action: ActionRow | null }[] = await em.query('SELECT shown_action($1, $2) AS action', [
      organizationId,
      actionId,
    ]);
    return row?.action ?? null;
  }

  /** The action that was logged under the key; null when there is none. */
  async findByKey(organizationId: string, { scope }: Pick<IdempotencyKey, 'scope'>): Promise<string | null> {
    const found = await this.database.transaction(organizationId, (em) =>
      em.findOne(ActionEntity, { select: { id: true }, where: { organizationId, idempotencyKey: keyOf(scope) } }),
    );
    return found?.id ?? null;
  }

  /** The action of the session that this request logged when it came before, with the same key; null when none did. */
  async findLogged(caller: Principal, sessionId: string, key: IdempotencyKey | null): Promise<ActionView | null> {
    if (key === null) return null;
    const { organizationId } = caller;
    const select = { id: true, requestHash: true, createdAt: true } as const;
    const found = await this.database.transaction(organizationId, (em) =>
      em.findOne(ActionEntity, { select, where: { organizationId, idempotencyKey: keyOf(key.scope) } }),
    );
    if (found?.requestHash !== key.requestHash || isKeyOver(found.createdAt, new Date())) return null;
    return this.readOne(caller, sessionId, found.id);
  }

  /** The session of an action. @throws 404 */
  async sessionOf({ organizationId }: Principal, actionId: string): Promise<string> {
    const found = await this.database.transaction(organizationId, (em) =>
      em.findOne(ActionEntity, { select: { sessionId: true }, where: { organizationId, id: actionId } }),
    );
    if (!found) throw notFound('action');
    return found.sessionId;
  }

  /**
   * Reads one action in its current state.
   * @throws 404
   */
  async readOne(caller: Principal, sessionId: string, actionId: string): Promise<ActionView> {
    const { simulated } = await this.sessions.factsOf(caller, sessionId);
    const row = await this.ledger.read(caller.organizationId, actionId);
    if (row?.session_id !== sessionId) throw notFound('action');
    return toActionView(row, simulated, may(caller, 'read-captured-values'));
  }

  private async readBetween(caller: Principal, sessionId: string, after: number, last: number) {
    const { organizationId } = caller;
    const forOperator = may(caller, 'read-captured-values');
    const pageAfter = (em: EntityManager, sequence: number, limit: number): Promise<ActionRow[]> =>
      em.query(pageOf(forOperator), [organizationId, sessionId, sequence, limit, last, PAGE_BYTES]);
    const { session, first } = await this.database.snapshot(organizationId, async (em) => ({
      session: await this.sessions.get(em, caller, sessionId),
      first: await pageAfter(em, after, FIRST_PAGE),
    }));
    const next = (sequence: number, limit: number) =>
      this.database.transaction(organizationId, (em) => pageAfter(em, sequence, limit));
    const toView = (row: ActionRow) =>
      toActionView(row, session.simulated, forOperator, readSummary(this.registry, row));
    return { session, actions: pagesFrom(first, next, toView, Math.min(last, session.lastSequence)) };
  }

  /** Everything about a call but what only the ledger's statement can find. */
  private async judge(
    caller: Principal,
    facts: SessionFacts,
    call: LoggedCall,
    payloadHash: string,
    key: IdempotencyKey | null,
    found: readonly boolean[] | null | 'now',
  ): Promise<JudgedCall> {
    const isPaused = await this.agents.isPaused(caller, facts.agentSlug);
    const { judge, windows: windowsOf } = await this.policies.of(caller);
    const redactor = await this.redactions.of(caller, call.apiName);
    // The registry knows better than the caller what an operation does: a write is not hidden by calling it a read.
    const operationType = this.registry.find(call.apiName)?.operation.operationType ?? call.operationType;
    const capture = call.precaptureId === undefined ? 'none' : { id: call.precaptureId, payloadHash };
    const asked = call.operationType === operationType ? call : { ...call, operationType };
    const read = await this.subjects.of(caller, facts, asked, capture);
    const windows = windowsOf(read);
    const holds = found === 'now' ? [] : this.expected.of(windows, found);
    const subject =
      found === 'now' ? await this.subjects.withWindows(caller, read, null) : withHeld(read, windows, holds);
    const verdict = judge(subject);
    // Policies have judged the true values.
    const kept = keptCall(redactor, call);
    const { payload } = kept ?? call;
    const blocking = blockingWindows(judge, read, windows);
    return {
      caller,
      facts,
      call: asked,
      payloadHash,
      verdict,
      command: commandOf(call, verdict.decision, { hasApprovals: caller.plan !== 'FREE', isPaused }),
      key,
      quota: this.config.quota[caller.plan],
      approvalTtlMs: this.config.approvalTtlHours * 3_600_000,
      describe: () => this.registry.summaryOf(call.apiName, payload),
      windows: windows.map((window, index) => ({
        ...window,
        expected: window.isTested ? (holds[index] ?? false) : null,
        blocks: blocking.has(window.policyId),
      })),
      seenCalls: read.session?.calls ?? null,
      traits: traitsOf(this.registry.traitsOf(call.apiName, payload), operationType),
      kept,
    };
  }

  private async answer(
    judged: JudgedCall,
    item: RecordItem,
    recorded: Recorded,
  ): Promise<Retry<Idempotent<ActionView>, FoundCall>> {
    const { caller, facts, call, verdict } = judged;
    const found = foundOf(call, recorded);
    if (!found) {
      this.sessions.forget(facts.id);
      throw notFound('session');
    }
    if (!recorded.epochHolds) return STALE;
    if (recorded.prior) return this.replayIdempotent(judged, item, recorded.prior, recorded.at);
    if (item.windows)
      this.expected.learn(item.windows, recorded.windows ?? item.windows.map(({ expected }) => expected));
    if (!recorded.written) return conflict(found);
    this.gauge.noticed(caller, facts.id);
    if (item.refusal) throw problemOf(item.refusal, verdict, { actionId: item.id });
    const view = toActionView(
      asAsked(judged, toRecordedRow(item, recorded)),
      facts.simulated,
      may(caller, 'read-captured-values'),
    );
    return answered(new Idempotent(view, false));
  }

  /** The key has logged a call before. @throws 409 idempotency-conflict */
  private async replayIdempotent(
    judged: JudgedCall,
    item: RecordItem,
    prior: Prior,
    at: string,
  ): Promise<Retry<Idempotent<ActionView>>> {
    const { caller } = judged;
    if (isKeyOver(new Date(prior.createdAt), new Date(at)) && !(await this.awaitsPerson(caller, prior))) {
      await this.freeKey(caller, prior.id);
      return CONFLICT;
    }
    if (prior.requestHash !== item.request_hash) throw idempotencyConflict();
    return answered(await this.replay(judged, prior));
  }

  /** A call keeps its key while it waits for a person, and while an approval of it counts. */
  private async awaitsPerson({ organizationId }: Principal, { id, action }: Prior): Promise<boolean> {
    const row = action ?? (await this.ledger.read(organizationId, id));
    return row !== null && row.approval_id !== null && OPEN.includes(row.status);
  }

  /**
   * The state that the ledger's statement found is current; a cached state is read anew before the refusal. @throws the
   * problem; 404 for a purged session
   */
  private async refuse(
    { caller, facts }: JudgedCall,
    credential: string,
    found: FoundCall | null,
    problem: DomainError,
  ): Promise<typeof STALE> {
    if (!found) {
      const fresh = await this.authentication.authenticateFresh(credential);
      if (fresh?.epoch !== caller.epoch) return STALE;
      this.sessions.forget(facts.id);
      await this.sessions.factsOf(caller, facts.id);
    }
    throw problem;
  }

  private async replay(judged: JudgedCall, prior: Prior): Promise<Idempotent<ActionView>> {
    const { caller, facts } = judged;
    const row = prior.action ?? (await this.ledger.read(caller.organizationId, prior.id));
    if (!row) throw notFound('action');
    if (row.refusal) {
      throw problemOf(
        row.refusal,
        { reason: row.policy_reason, policyIds: row.policy_ids },
        { actionId: row.id, replayed: true },
      );
    }
    return new Idempotent(
      toActionView(asAsked(judged, row), facts.simulated, may(caller, 'read-captured-values')),
      true,
    );
  }

  private freeKey({ organizationId }: Principal, actionId: string): Promise<unknown> {
    return this.database.transaction(organizationId, (em) =>
      em.update(ActionEntity, { organizationId, id: actionId }, { idempotencyKey: null, requestHash: null }),
    );
  }
}

/** The answer to an ask repeats its arguments as they were sent: by them its client knows that it may run them. */
function asAsked<R extends ActionRow>({ call, payloadHash }: JudgedCall, row: R): R {
  const isEdited = row.payload_hash !== undefined && row.payload_hash !== payloadHash;
  return row.redacted === null || isEdited ? row : { ...row, payload: call.payload };
}

/**
 * Reads the rows after a number, bounded by a count and by their bytes. The size of each row is known before it is
 * sent, so that a page of large rows is short, whatever the page before it was.
 */
function pageOf(forOperator: boolean): string {
  const view = forOperator ? 'action_details' : 'shown_actions';
  const large = [
    'payload',
    'original_payload',
    'response',
    ...(forOperator ? ['snapshot_content', 'former_content'] : []),
  ];
  const size = large.map((column) => `coalesce(octet_length(${column}::text), 0)`).join(' + ');
  return `SELECT * FROM (
      SELECT rows.*, sum(${size}) OVER (ORDER BY sequence ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
      FROM (SELECT * FROM ${view}
        WHERE organization_id = $1 AND session_id = $2 AND sequence > $3 AND sequence <= $5
        ORDER BY sequence LIMIT $4) AS rows) AS page
    WHERE before IS NULL OR before < $6 ORDER BY sequence`;
}
