import { admit } from '../../src/asking/gate.js';
import type { JsonObject } from '../../src/json.js';
import type { Session } from '../../src/session.js';
import { type WrapOptions, wrapSettings } from '../../src/wrapping/options.js';

const OPERATIONS = ['contacts.update', 'contacts.delete'];

/** A system that no connector knows: its calls are gated and recorded, and no connector can read it back. */
export function governedCrm(session: Session, options: Omit<WrapOptions, 'connector'> = {}) {
  const gate = session.gate(wrapSettings({ connector: 'crm', ...options }, OPERATIONS));
  const ran: JsonObject[] = [];
  const call = async (verb: 'update' | 'delete', payload: JsonObject, fail?: Error) => {
    const operationType = verb === 'update' ? 'UPDATE' : 'DELETE';
    const permit = await admit(gate, { apiName: `crm.contacts.${verb}`, operationType, payload });
    if (permit.simulated) return permit.succeed({ simulated: true });
    ran.push(permit.payload);
    if (!fail) return permit.succeed({ ok: true });
    await permit.fail(fail);
    throw fail;
  };
  return { ran, call, flush: () => gate.flush() };
}
