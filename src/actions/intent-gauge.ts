import type { AtEpoch, Principal } from '../auth/access/principal.js';
import type { OperationType, Reversibility } from '../connectors/connector.js';

/** An ask before it has an id. */
export interface AskedCall {
  readonly sessionId: string;
  readonly apiName: string;
  readonly operationType: OperationType;
  readonly reversibility: Reversibility;
  readonly payload: object;
  /** The agent of the session. */
  readonly agentSlug: string;
  readonly simulated: boolean;
  readonly wantsPercentile: boolean;
}

/**
 * The drift that the session would have with the call: a score from 0 to 1, and its rank among the agent's sessions.
 */
export interface DriftOfCall {
  readonly driftScore: number | 'failed';
  /** 0 to 100; null when it was not asked for, or the agent has too few sessions. */
  readonly driftPercentile: number | 'failed' | null;
}

/**
 * The functions that the actions need from the module that measures intent. That module imports the actions, so the
 * application module provides it, as it provides the connectors to the registry.
 */
export abstract class IntentGauge {
  /**
   * Computes the drift with every call that was acknowledged before.
   * @throws 404
   */
  abstract driftWith(caller: AtEpoch, call: AskedCall): Promise<DriftOfCall>;
  /**
   * Announces that something was recorded in this session. It is cheap and gives no guarantee: an evaluation that reads
   * later catches up.
   */
  abstract noticed(caller: Principal, sessionId: string): void;
}
