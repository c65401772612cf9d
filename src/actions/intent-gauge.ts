import type { Principal } from '../auth/access/principal.js';
import type { OperationType, Reversibility } from '../connectors/connector.js';

/** A call that is asked for, before it has an id. */
export interface AskedCall {
  readonly sessionId: string;
  readonly apiName: string;
  readonly operationType: OperationType;
  readonly reversibility: Reversibility;
  readonly payload: object;
}

/**
 * What the actions need from the module that measures intent, which imports them: the application module provides it, as it
 * provides the connectors to the registry.
 */
export abstract class IntentGauge {
  /** How far the session would have drifted with this call, 0..1, given every call acknowledged before. @throws 404 */
  abstract driftWith(caller: Principal, call: AskedCall): Promise<number | 'failed'>;
  /** Something was recorded in this session. Costs nothing, promises nothing: what is missed is caught up with. */
  abstract noticed(caller: Principal, sessionId: string): void;
}
