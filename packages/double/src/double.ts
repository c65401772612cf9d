import type { Double, DoubleAnswer, DoubleRequest, DoubleSettings } from '../../../sdk/src/testing/double.js';
import { toActionView } from '../../../src/actions/action.view.js';
import { Envelope } from '../../../src/platform/http/answers/answer.js';
import { toProblem } from '../../../src/platform/http/answers/problem.js';
import { endDue, find, show, shownRow, withdrawAllOf } from './approvals.js';
import { newId } from './replaced/ids.js';
import { NotInDoubleError, routeOf } from './routes.js';
import { compileRules } from './rules.js';
import { World } from './world.js';

const ERRORS_URL = 'https://backstop.test/errors';

/** The service in memory: its rules, without PostgreSQL, HTTP and connectors. */
export function createDouble(settings: DoubleSettings): Double {
  const world = new World(settings);
  const waiters = new Set<() => void>();
  const wake = () => {
    double.onApproval();
    for (const look of [...waiters]) look();
  };
  const settled = () => endDue(world);

  const double: Double = {
    onApproval: () => undefined,
    async answer(request) {
      settled();
      try {
        const { status, data, headers = {} } = await routeOf(world, request, (ready) => held(request, ready));
        wake();
        return { status, headers, body: new Envelope(data, null) };
      } catch (error) {
        wake();
        return refused(error);
      }
    },
    setPolicies(policies, unmatched) {
      world.rules = compileRules(policies, unmatched);
      return world.rules.ids;
    },
    setPaused(agentId, isPaused) {
      if (!isPaused) world.paused.delete(agentId);
      else {
        world.paused.add(agentId);
        withdrawAllOf(world, agentId);
      }
      wake();
    },
    advance(milliseconds) {
      world.advance(milliseconds);
      settled();
      wake();
    },
    actions: () =>
      [...world.actions.values()].map((action) =>
        toActionView(shownRow(world, action), world.session(action.sessionId, null).simulated, true),
      ),
    approval: (id) => show(world, find(world, id, null), true),
    sessionIds: () => [...world.sessions.keys()],
    pendingApprovals: () =>
      [...world.approvals.values()].flatMap(({ id, status }) => (status === 'PENDING' ? [id] : [])),
  };

  /** Waits until it is ready, or for as long as the request may be held. */
  function held({ path, signal }: DoubleRequest, ready: () => boolean): Promise<void> {
    const seconds = Number(new URL(path, 'http://double').searchParams.get('wait') ?? 0);
    if (ready() || !(seconds > 0)) return Promise.resolve();
    return new Promise((resolve) => {
      const over = () => {
        waiters.delete(look);
        clearTimeout(timer);
        signal?.removeEventListener('abort', over);
        resolve();
      };
      const look = () => {
        if (ready()) over();
      };
      const timer = setTimeout(over, Math.min(60, seconds) * 1_000);
      waiters.add(look);
      signal?.addEventListener('abort', over);
    });
  }

  return double;
}

function refused(error: unknown): DoubleAnswer {
  if (error instanceof NotInDoubleError) {
    const problem = { type: `${ERRORS_URL}/not-in-double`, title: 'Not in double', status: 501, detail: error.message };
    return { status: 501, headers: {}, body: new Envelope(null, { ...problem, requestId: newId() }) };
  }
  const { problem, headers, unexpected } = toProblem(error, ERRORS_URL, newId());
  if (unexpected) throw error;
  return { status: problem.status, headers, body: new Envelope(null, problem) };
}
