import { Injectable } from '@nestjs/common';
import { ActionsService } from '../../actions/actions.service.js';
import type { Principal } from '../../auth/access/principal.js';
import { Cancellation } from '../../calls/cancellation.service.js';
import { Config } from '../../config/config.js';
import { DomainError, notFound, validationFailed } from '../../platform/errors.js';
import type { ResultAction, ToolResult } from '../tools/results.js';
import {
  type AskedCall,
  isOpen,
  type Looker,
  ToolCalls,
  type ToolRequest,
  WAIT_SECONDS,
} from '../tools/tool-calls.service.js';
import { resultOfTask, type Task, taskOf } from './task.js';
import { readTaskId, writeTaskId } from './task-id.js';

const MOST_LISTED = 20;
const CURSOR = /^\d{1,9}$/;

/** A page of the tasks of a session, and the cursor of the next one. */
interface TaskPage {
  readonly tasks: readonly Task[];
  readonly nextCursor: string | null;
}

/**
 * Shows calls as tasks. A task is nothing of its own: its state is that of its action in the ledger, so that any process
 * finds it, also for a client that has come back (docs/contract.md, "MCP").
 */
@Injectable()
export class TaskCalls {
  constructor(
    private readonly calls: ToolCalls,
    private readonly actions: ActionsService,
    private readonly cancellation: Cancellation,
    private readonly config: Config,
  ) {}

  /** Asks for a call, and answers its task at once. @throws the errors of an ask that the ledger does not keep */
  async begin(request: ToolRequest, apiName: string): Promise<Task> {
    try {
      return this.taskOf(request.caller, (await this.calls.ask(request, apiName, 0)).action);
    } catch (error) {
      if (!(error instanceof DomainError) || error.actionId === undefined) throw error;
      return this.taskOf(request.caller, (await this.callOf(request, error.actionId)).action);
    }
  }

  /** The task that a request began whose answer was lost; null when there is none. */
  async begun(request: ToolRequest): Promise<Task | null> {
    const { caller, session, key } = request;
    const actionId = key && (await this.actions.findByKey(caller.organizationId, key));
    return actionId ? this.taskOf(caller, await this.calls.read(request, session.id, actionId)) : null;
  }

  /** Makes a call, and answers its task where it waits for a person or is still under way. @throws the errors of an ask */
  async perform(request: ToolRequest, apiName: string): Promise<Task> {
    const { caller, gone } = request;
    const { sessionId, action } = await this.calls.ask(request, apiName, WAIT_SECONDS);
    if (gone.aborted) await this.calls.takeBack(caller, sessionId, action.id);
    return this.taskOf(caller, action);
  }

  /** @throws 404 */
  async get(looker: Looker, taskId: string): Promise<Task> {
    return this.taskOf(looker.caller, (await this.find(looker, taskId)).action);
  }

  /** Waits for the result of the call. @throws 404; 503 where the service stops first */
  async result(looker: Looker, taskId: string): Promise<ToolResult> {
    const { sessionId, action: asked } = await this.find(looker, taskId);
    let action = asked;
    while (isOpen(action)) {
      const until = performance.now() + WAIT_SECONDS * 1_000;
      action = await this.calls.outcome(looker, sessionId, action, until);
      const hasEnded = looker.gone.aborted || performance.now() < until;
      if (isOpen(action) && hasEnded) throw new DomainError('unavailable', 'unavailable', 'Ask for the result again.');
    }
    return resultOfTask(taskId, this.taskOf(looker.caller, action).result ?? { content: [] });
  }

  /** @throws 404, 409 already-begun */
  async cancel(looker: Looker, taskId: string): Promise<Task> {
    const { caller } = looker;
    const { sessionId, action } = await this.find(looker, taskId);
    return this.taskOf(caller, await this.cancellation.cancel(caller, sessionId, action.id));
  }

  /** The calls of the session that the service makes, in the order of logging. @throws 400 for a cursor of another form */
  async list(
    { caller, session }: Pick<ToolRequest, 'caller' | 'session'>,
    cursor: string | undefined,
  ): Promise<TaskPage> {
    if (cursor !== undefined && !CURSOR.test(cursor)) throw validationFailed('cursor', 'is not one of this list');
    try {
      const { views, next } = await this.actions.viewsAfter(caller, session.id, Number(cursor ?? 0), MOST_LISTED);
      const performed = views.filter(({ performance: work }) => work !== null);
      return {
        tasks: performed.map((action) => this.taskOf(caller, action)),
        nextCursor: next === null ? null : String(next),
      };
    } catch (error) {
      // No call has opened the session.
      if (error instanceof DomainError && error.code === 'not-found') return { tasks: [], nextCursor: null };
      throw error;
    }
  }

  /** @throws 404 */
  private find(looker: Looker, taskId: string): Promise<AskedCall> {
    const actionId = readTaskId(taskId, looker.caller, this.config.jwtKey);
    if (actionId === null) throw notFound('task');
    return this.callOf(looker, actionId);
  }

  /** @throws 404 */
  private async callOf(looker: Looker, actionId: string): Promise<AskedCall> {
    const sessionId = await this.actions.sessionOf(looker.caller, actionId);
    return { sessionId, action: await this.calls.read(looker, sessionId, actionId) };
  }

  private taskOf(caller: Principal, action: ResultAction): Task {
    const taskId = writeTaskId(action.id, caller, this.config.jwtKey);
    return taskOf(action, taskId, `${this.config.dashboardUrl}/approvals`, Date.now());
  }
}
