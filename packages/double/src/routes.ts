import type { DoubleRequest } from '../../../sdk/src/testing/double.js';
import { toActionView } from '../../../src/actions/action.view.js';
import type { ConfirmActionDto, PrecaptureDto } from '../../../src/actions/actions.dto.js';
import type { LoggedCall } from '../../../src/actions/ledger/recording.js';
import { idempotencyConflict, operatorRequired } from '../../../src/auth/auth.errors.js';
import type { SessionEntity } from '../../../src/sessions/session.entity.js';
import { agentPaused, sessionNotOpen, sessionRollingBack } from '../../../src/sessions/session.errors.js';
import { refusalToComplete } from '../../../src/sessions/session.js';
import { toSessionView } from '../../../src/sessions/session.view.js';
import type { NewSession } from '../../../src/sessions/sessions.service.js';
import { approve, end, find, show, shownRow } from './approvals.js';
import { begin, capture, confirm, log } from './asks.js';
import { canonicalHash } from './replaced/hash.js';
import { newId } from './replaced/ids.js';
import { newSession } from './session.js';
import type { StoredAction, World } from './world.js';

export interface RouteAnswer {
  readonly status: number;
  readonly data: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Waits while the request may be held, until it is ready. */
type Held = (ready: () => boolean) => Promise<void>;

interface Asked {
  readonly world: World;
  readonly request: DoubleRequest;
  /** The ids in the path, in its order. */
  readonly ids: readonly string[];
  readonly held: Held;
}

/** `again`: the same answer for a repetition with the same Idempotency-Key. */
type Handler = (asked: Asked) => RouteAnswer | Promise<RouteAnswer> | { readonly again: () => RouteAnswer };

const ROUTES: readonly (readonly [string, Handler])[] = [
  ['GET /health', () => ({ status: 200, data: { status: 'ok' } })],
  ['GET /registry', ({ world }) => ({ status: 200, data: world.settings.registry })],
  ['POST /sessions', createSession],
  ['GET /sessions/:id', readSession],
  ['PATCH /sessions/:id', completeSession],
  [
    'GET /sessions/:id/actions',
    ({ world, request, ids: [id = ''] }) => ({
      status: 200,
      data: viewsOf(world, world.session(id, modeOf(request)), request),
    }),
  ],
  ['POST /sessions/:id/actions', logAction],
  ['POST /sessions/:id/actions/precapture', precapture],
  ['GET /sessions/:id/actions/:id', readAction],
  ['PATCH /sessions/:id/actions/:id', confirmAction],
  ['GET /approvals/:id', readApproval],
  [
    'POST /approvals/:id/withdraw',
    (asked) => decide(asked, (found) => end(asked.world, found, { type: 'give-up' }, 'withdrawn', null)),
  ],
  [
    'POST /approvals/:id/approve',
    (asked) => decide(asked, (found) => approve(asked.world, found, operatorOf(asked), asked.request.body as never)),
  ],
  [
    'POST /approvals/:id/reject',
    (asked) =>
      decide(asked, (found) => {
        const { reason = null } = (asked.request.body ?? {}) as { reason?: string };
        end(asked.world, found, { type: 'reject' }, reason, operatorOf(asked));
      }),
  ],
  [
    'POST /approvals/:id/revoke',
    (asked) => decide(asked, (found) => end(asked.world, found, { type: 'revoke' }, 'revoked', operatorOf(asked))),
  ],
];

const PATTERNS = ROUTES.map(([name, handler]) => {
  const [method = '', path = ''] = name.split(' ');
  return { method, path: new RegExp(`^${path.replaceAll(':id', '([^/]+)')}$`), handler };
});
/** The keys that requests came with, by the state that they belong to. */
const keys = new WeakMap<World, Map<string, { readonly hash: string; readonly again: () => RouteAnswer }>>();

/** @throws DomainError as the route does */
export async function routeOf(world: World, request: DoubleRequest, held: Held): Promise<RouteAnswer> {
  const { pathname } = new URL(request.path, 'http://double');
  for (const { method, path, handler } of PATTERNS) {
    const found = method === request.method ? path.exec(pathname) : null;
    if (!found) continue;
    const ids = found.slice(1).map((id) => decodeURIComponent(id));
    const once = () => handler({ world, request, ids, held });
    return request.method === 'POST' && request.idempotencyKey !== null
      ? replayed(world, request, once)
      : first(await once());
  }
  throw new NotInDoubleError(
    `The double of the service has no ${request.method} ${pathname}. Test this against the service.`,
  );
}

/** The request is answered by the service alone. */
export class NotInDoubleError extends Error {}

const first = (answer: Awaited<ReturnType<Handler>>): RouteAnswer => ('again' in answer ? answer.again() : answer);

/** Returns the first answer again for the same key with the same body. */
function replayed(
  world: World,
  { caller, method, path, idempotencyKey, body }: DoubleRequest,
  once: () => ReturnType<Handler>,
) {
  const known = keys.get(world) ?? new Map();
  keys.set(world, known);
  const scope = JSON.stringify([caller, method, path.split('?')[0], idempotencyKey]);
  const hash = canonicalHash(body ?? null);
  const before = known.get(scope);
  if (before && before.hash !== hash) throw idempotencyConflict();
  if (before) return { ...before.again(), headers: { 'idempotency-replayed': 'true' } };
  const made = once();
  if ('again' in made) known.set(scope, { hash, again: made.again });
  return Promise.resolve(made).then(first);
}

const modeOf = ({ caller }: DoubleRequest) => (caller.kind === 'agent' ? caller.simulated : null);
const isOperator = ({ caller }: DoubleRequest) => caller.kind === 'operator';

/** @throws 403 operator-required */
function operatorOf({ request: { caller } }: Asked): string {
  if (caller.kind !== 'operator') throw operatorRequired();
  return caller.name;
}

const viewOf = (world: World, session: SessionEntity, action: StoredAction, request: DoubleRequest) =>
  toActionView(shownRow(world, action), session.simulated, isOperator(request));

const viewsOf = (world: World, session: SessionEntity, request: DoubleRequest) =>
  world.actionsOf(session.id).map((action) => viewOf(world, session, action, request));

function createSession({ world, request }: Asked) {
  const wanted = request.body as NewSession;
  if (world.paused.has(wanted.agentId)) throw agentPaused(wanted.agentId);
  const session = newSession(newId(), wanted, modeOf(request) ?? false, world.now());
  world.sessions.set(session.id, session);
  return { again: () => ({ status: 201, data: toSessionView(session) }) };
}

function readSession({ world, request, ids: [id = ''] }: Asked): RouteAnswer {
  const session = world.session(id, modeOf(request));
  return { status: 200, data: { ...toSessionView(session), actions: viewsOf(world, session, request) } };
}

function completeSession({ world, request, ids: [id = ''] }: Asked): RouteAnswer {
  const session = world.session(id, modeOf(request));
  const refusal = refusalToComplete(session);
  if (refusal === 'rolling-back') throw sessionRollingBack();
  if (refusal === 'not-open') throw sessionNotOpen();
  const now = world.now();
  Object.assign(session, { status: 'COMPLETED', completedAt: now, updatedAt: now, lastActivityAt: now });
  return { status: 200, data: toSessionView(session) };
}

function logAction({ world, request, ids: [id = ''] }: Asked) {
  const session = world.session(id, modeOf(request));
  const call = request.body as LoggedCall;
  if (call.perform) throw new NotInDoubleError('The double makes no calls itself. Test perform() against the service.');
  const { action, problem } = log(world, session, call);
  const again = () => {
    if (problem) throw problem;
    return { status: 201, data: viewOf(world, session, action, request) };
  };
  return { again };
}

function precapture({ world, request, ids: [id = ''] }: Asked) {
  const kept = capture(world, world.session(id, modeOf(request)), request.body as PrecaptureDto);
  return { again: () => ({ status: 200, data: { precaptureId: kept.id, captureFailed: kept.failed } }) };
}

async function readAction({ world, request, ids: [id = '', actionId = ''], held }: Asked): Promise<RouteAnswer> {
  const session = world.session(id, modeOf(request));
  const action = world.action(id, actionId);
  const { status } = action.row;
  await held(() => action.row.status !== status);
  return { status: 200, data: viewOf(world, session, action, request) };
}

function confirmAction({ world, request, ids: [id = '', actionId = ''] }: Asked): RouteAnswer {
  const session = world.session(id, modeOf(request));
  const action = world.action(id, actionId);
  const body = request.body as ConfirmActionDto;
  const { claim } = body;
  if (claim === undefined) confirm(world, session, action, body);
  else begin(world, session, action, { ...body, claim });
  return { status: 200, data: viewOf(world, session, action, request) };
}

async function readApproval({ world, request, ids: [id = ''], held }: Asked): Promise<RouteAnswer> {
  const found = find(world, id, modeOf(request));
  await held(() => found.approval.status !== 'PENDING');
  return { status: 200, data: show(world, found, isOperator(request)) };
}

function decide({ world, request, ids: [id = ''] }: Asked, take: (found: ReturnType<typeof find>) => void) {
  const found = find(world, id, modeOf(request));
  take(found);
  return { again: () => ({ status: 200, data: show(world, found, isOperator(request)) }) };
}
