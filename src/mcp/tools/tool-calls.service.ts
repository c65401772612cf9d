import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ActionsService } from '../../actions/actions.service.js';
import { ActionStates } from '../../actions/performing/action-states.js';
import { PerformedAsks } from '../../actions/performing/performed-asks.service.js';
import { OPEN } from '../../actions/rules/action.js';
import type { Principal } from '../../auth/access/principal.js';
import type { IdempotencyKey } from '../../auth/idempotency.js';
import { Cancellation } from '../../calls/cancellation.service.js';
import { Config } from '../../config/config.js';
import type { Json, JsonObject } from '../../connectors/connector.js';
import { DomainError, notFound, validationFailed } from '../../platform/errors.js';
import { Tagged } from '../../platform/http/answers/answer.js';
import { isId } from '../../platform/ids.js';
import { WHOLE } from '../../rollback/extent.js';
import { RollbackService } from '../../rollback/rollback.service.js';
import { isLabels } from '../../sessions/labels.js';
import type { McpSession } from '../sessions/mcp-session.js';
import { McpSessions, type StatedSession } from '../sessions/mcp-sessions.service.js';
import type { OwnTool } from './own-tools.js';
import { jsonResult, type ResultAction, resultOf, type ToolResult } from './results.js';

/** A client gives up after a minute unless it says otherwise. */
export const WAIT_SECONDS = 50;
const CROWDED_MS = 2_000;

/** The caller who looks at a call. */
export interface Looker {
  readonly caller: Principal;
  readonly credential: string;
  /** The client has cancelled the request, or cannot be answered any more. */
  readonly gone: AbortSignal;
}

/** The request of a client for a tool. */
export interface ToolRequest extends Looker {
  readonly session: McpSession;
  readonly arguments: JsonObject;
  /** The key by which the same request finds the same call; null where the protocol has no sessions. */
  readonly key: IdempotencyKey | null;
  readonly origin: CallOrigin;
}

/** The trace and the tool call of the model that the request says it comes from. */
export interface CallOrigin {
  readonly traceparent?: string;
  readonly toolCallId?: string;
}

/** A call as the results and tasks show it, and the Backstop session that it is in. */
export interface AskedCall {
  readonly sessionId: string;
  readonly action: ResultAction;
}

/** Carries out the tools: each offered one is a call that the service makes (docs/contract.md, "MCP"). */
@Injectable()
export class ToolCalls {
  constructor(
    private readonly actions: ActionsService,
    private readonly asks: PerformedAsks,
    private readonly states: ActionStates,
    private readonly cancellation: Cancellation,
    private readonly rollbacks: RollbackService,
    private readonly sessions: McpSessions,
    private readonly config: Config,
  ) {}

  /** @throws the errors of an ask */
  async perform(request: ToolRequest, apiName: string): Promise<ToolResult> {
    const until = performance.now() + WAIT_SECONDS * 1_000;
    const { sessionId, action: asked } = await this.ask(request, apiName, WAIT_SECONDS);
    const action = await this.outcome(request, sessionId, asked, until);
    if (request.gone.aborted) await this.takeBack(request.caller, sessionId, action.id);
    return this.resultOf(action);
  }

  /** Asks, and waits until the call has an outcome or waits for a person. @throws the errors of an ask */
  async ask(request: ToolRequest, apiName: string, waitSeconds: number): Promise<AskedCall> {
    const { caller, credential, session, arguments: payload, key, origin, gone } = request;
    const { id: sessionId } = await this.sessions.open(caller, session);
    const body = { apiName, payload, perform: true, ...origin } as const;
    const asked = await this.asks.ask(caller, credential, sessionId, body, key, {
      waitSeconds,
      disconnected: () => gone,
    });
    if (asked === null) throw new DomainError('unavailable', 'unavailable', 'The client has gone.');
    return { sessionId, action: asked.data };
  }

  /** @throws 400 validation-failed, 404, and the errors of the tool's route */
  async carryOut(request: ToolRequest, tool: OwnTool): Promise<ToolResult> {
    const { caller, session, arguments: given } = request;
    if (tool === 'backstop_session') {
      const { id: sessionId, intent, onBehalfOf, labels } = await this.sessions.open(caller, session, statedIn(given));
      return jsonResult({ sessionId, intent, onBehalfOf, labels });
    }
    if (tool === 'backstop_rollback') {
      const fromActionId = given.actionId === undefined ? null : idOf(given);
      const sessionId = fromActionId === null ? session.id : await this.actions.sessionOf(caller, fromActionId);
      const choice = { onConflict: 'skip', forced: [], subtracted: [], planHash: null } as const;
      const extent = fromActionId === null ? WHOLE : ({ of: 'later-actions', fromActionId } as const);
      const order = { sessionId, extent, ...choice };
      const report = await this.rollbacks.start(caller, order, null);
      return jsonResult(JSON.parse(JSON.stringify(report.data)));
    }
    const actionId = idOf(given);
    // The call may be of an earlier session of the client.
    const sessionId = await this.actions.sessionOf(caller, actionId);
    if (tool === 'backstop_cancel') await this.cancellation.cancel(caller, sessionId, actionId);
    const until = performance.now() + (tool === 'backstop_wait' ? WAIT_SECONDS * 1_000 : 0);
    const action = await this.outcome(request, sessionId, await this.read(request, sessionId, actionId), until);
    return this.resultOf(action);
  }

  /** The result of a request whose stream was cut; null when the request made no call. */
  async resumed(request: ToolRequest): Promise<ToolResult | null> {
    const { caller, session, key } = request;
    const actionId = key && (await this.actions.findByKey(caller.organizationId, key));
    if (!actionId) return null;
    const until = performance.now() + WAIT_SECONDS * 1_000;
    const action = await this.outcome(request, session.id, await this.read(request, session.id, actionId), until);
    return this.resultOf(action);
  }

  /** Takes back the call of a request that the client cancelled. */
  async cancelled(caller: Principal, { id: sessionId }: McpSession, key: Pick<IdempotencyKey, 'scope'>): Promise<void> {
    const actionId = await this.actions.findByKey(caller.organizationId, key);
    if (actionId !== null) await this.takeBack(caller, sessionId, actionId);
  }

  /** A call that has begun ends as it ends. */
  async takeBack(caller: Principal, sessionId: string, actionId: string): Promise<void> {
    try {
      await this.cancellation.cancel(caller, sessionId, actionId);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }

  /** Waits for the end of the call, or until the time. */
  async outcome(looker: Looker, sessionId: string, asked: ResultAction, until: number): Promise<ResultAction> {
    let action = asked;
    let known: string | null = null;
    while (isOpen(action) && performance.now() < until && !looker.gone.aborted) {
      const seconds = known === null ? 0 : (until - performance.now()) / 1_000;
      const answer = await this.changeOf(looker, known, sessionId, action.id, seconds);
      if (answer === 'crowded') known = null;
      else if (answer instanceof Tagged) ({ data: action, tag: known } = answer);
      else break;
    }
    return action;
  }

  /** `crowded`: the organization waits for too many calls, so that this one is looked at now and then. */
  private async changeOf(looker: Looker, known: string | null, sessionId: string, actionId: string, seconds: number) {
    try {
      return await this.states.answer(askingOf(looker, known), sessionId, actionId, seconds);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'rate-limited') throw error;
      await sleep(CROWDED_MS);
      return 'crowded' as const;
    }
  }

  /** @throws 404 */
  async read(looker: Looker, sessionId: string, actionId: string): Promise<ResultAction> {
    const answer = await this.states.answer(askingOf(looker, null), sessionId, actionId, 0);
    if (!(answer instanceof Tagged)) throw notFound('action');
    return answer.data;
  }

  private resultOf(action: ResultAction): ToolResult {
    return resultOf(action, `${this.config.dashboardUrl}/approvals`);
  }
}

export const isOpen = ({ status }: ResultAction) => OPEN.includes(status);

const askingOf = ({ caller, credential, gone }: Looker, known: string | null) =>
  ({ caller, credential, access: { who: 'any' }, known, disconnected: gone }) as const;

/** @throws 400 validation-failed */
function statedIn({ onBehalfOf, labels, ...given }: JsonObject): StatedSession {
  if (labels !== undefined && !isLabels(labels))
    throw validationFailed('labels', 'must be at most 20 named texts of 1 to 200 characters');
  return {
    intent: textOf('intent', given.intent, 10_000),
    ...(onBehalfOf !== undefined && { onBehalfOf: textOf('onBehalfOf', onBehalfOf, 255) }),
    ...(labels !== undefined && { labels }),
  };
}

function textOf(name: string, value: Json | undefined, most: number): string {
  if (typeof value !== 'string' || value.length === 0 || value.length > most)
    throw validationFailed(name, `must be a text of 1 to ${most} characters`);
  return value;
}

/** @throws 404 also for a text that is no id */
function idOf({ actionId }: JsonObject): string {
  if (typeof actionId !== 'string') throw validationFailed('actionId', 'must be the actionId of an earlier result');
  if (!isId(actionId)) throw notFound('action');
  return actionId;
}
