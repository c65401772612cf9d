import type { PastCall } from '../../actions/action-history.js';
import type { Reversibility } from '../../connectors/connector.js';
import { begin, conclude, type IntentCall, type IntentProgress, observe } from '../../intent/evaluator/evaluate.js';

/** The drift a policy would have seen at each call of a session, told the calls in their order. */
export class ReplayedDrift {
  private session = '';
  private progress: IntentProgress = begin('');

  /** 0..1, this call included; `failed` as when the call was asked for, where the rules cannot read it. */
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
