import type { PastCall } from '../../actions/action-history.js';
import { isPermitted } from '../../actions/rules/action.js';
import type { SessionSoFar } from '../../policies/policy.js';

/** Tells what a session had done before each of its calls. The calls are given in their order. */
export class ReplayedSession {
  private id = '';
  private calls = 0;
  private did = new Set<string>();

  before(call: PastCall): SessionSoFar {
    if (call.session_id !== this.id) [this.id, this.calls, this.did] = [call.session_id, 0, new Set()];
    const soFar = { did: [...this.did], calls: this.calls };
    this.calls++;
    if (isPermitted(call.status)) this.did.add(call.api_name);
    return soFar;
  }
}
