import { isPermitted } from '../../../src/actions/rules/action.js';
import { undoOf, undoOfEdited } from '../../../src/actions/rules/call-undo.js';
import type { JsonObject, OperationType } from '../../../src/connectors/connector.js';
import type { PolicySubject, SessionSoFar } from '../../../src/policies/policy.js';
import { judgedAs } from '../../../src/registry/judged-as.js';
import type { SessionEntity } from '../../../src/sessions/session.entity.js';
import type { World } from './world.js';

interface AskedCall {
  readonly apiName: string;
  readonly operationType: OperationType;
  readonly payload: JsonObject;
  readonly mayDo?: readonly string[];
}

/** `later`: an operator edited the arguments, so their state is captured once they are approved. */
type Capture = { readonly failed: boolean } | 'none' | 'later';

/** The call as policies read it, without its windows. */
export function subjectOf(world: World, session: SessionEntity, call: AskedCall, capture: Capture): PolicySubject {
  const { apiName, payload, operationType, mayDo = [] } = call;
  const operation = world.operation(apiName) ?? null;
  const needs = world.rules.needs([apiName, ...mayDo]);
  const said = mayDo.map((name) => ({ apiName: name, ...judgedAs(world.operation(name), 'EXECUTE') }));
  const undo = () => {
    if (session.simulated || !needs.capture) return undoOf(operation, 'simulated');
    if (capture === 'later') return undoOfEdited(operation);
    return undoOf(operation, capture === 'none' ? null : { failed: capture.failed, reversibility: null });
  };
  return {
    at: world.now(),
    windows: { sessionId: session.id, simulated: session.simulated, holds: new Map() },
    session: needs.session ? soFar(world, session) : null,
    agentId: session.agentSlug,
    onBehalfOf: session.onBehalfOf,
    labels: session.labels,
    driftScore: null,
    driftPercentile: null,
    apiName,
    payload,
    ...judgedAs(operation ?? undefined, operationType),
    mayDo: said,
    facts: null,
    ...undo(),
  };
}

function soFar(world: World, { id, lastSequence }: SessionEntity): SessionSoFar {
  const permitted = world.actionsOf(id).filter(({ row }) => isPermitted(row.status));
  return { did: [...new Set(permitted.map(({ row }) => row.api_name))], calls: lastSequence };
}
