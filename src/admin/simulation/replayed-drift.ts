import type { PastCall } from '../../actions/action-history.js';
import type { Reversibility } from '../../connectors/connector.js';
import { begin, conclude, type IntentCall, type IntentProgress, observe } from '../../intent/evaluator/evaluate.js';

/** Computes the drift that a policy would have seen at each call of a session. The calls are given in their order. */
export class ReplayedDrift {
  private session = '';
  private progress: IntentProgress = begin('');

  /** The drift, 0..1, with this call; `failed`, as at the ask, when the rules cannot read the call. */
  with(call: PastCall, reversibility: Reversibility | null): number | 'failed' {
    try {
      return this.scoreOf(call, reversibility);
    } catch {
      return 'failed';
    }
  }

  private scoreOf(call: PastCall, reversibility: Reversibility | null): number {
    if (call.session_id !== this.session) {
      this.session = call.session_id;
      this.progress = begin(call.intent);
    }
    const asked = {
      id: call.id,
      apiName: call.api_name,
      operationType: call.operation_type,
      payload: call.payload as IntentCall['payload'],
      reversibility,
    };
    const { driftScore } = conclude(observe(this.progress, asked).progress);
    const response = (call.response ?? undefined) as IntentCall['response'];
    this.progress = observe(this.progress, { ...asked, response }).progress;
    return driftScore;
  }
}
