import type { Connector, ConnectorContext } from './connector.js';
import { Redactor } from './redactor.js';

/**
 * The same connector, of which no word that is stored, logged or shown holds a secret of its credential: not in its
 * reasons, details and errors, nor in what it captured. Everything a provider says passes here.
 */
export function withoutSecrets(connector: Connector): Connector {
  const { capture, settle, undo, probe, credentialFields } = connector;
  const guarded = async <T>(
    context: ConnectorContext,
    work: (context: ConnectorContext, redactor: Redactor) => Promise<T>,
  ) => {
    const redactor = new Redactor(credentialFields, context.credentials);
    try {
      return await work({ ...context, noteSecret: (secret) => redactor.note(secret) }, redactor);
    } catch (error) {
      throw redactor.cleaned(error);
    }
  };
  return {
    ...connector,
    capture: (call, context) =>
      guarded(context, async (own, redactor) => {
        const found = await capture(call, own);
        if (!found.captured) return { captured: false, reason: redactor.redact(found.reason) };
        if (!redactor.hasToken([found.content, found.resource])) return found;
        return { captured: false, reason: 'the state holds the stored credential, which is kept nowhere else' };
      }),
    settle: (effect, context) => guarded(context, (own) => settle(effect, own)),
    undo: (effect, onConflict, context) =>
      guarded(context, async (own, redactor) => {
        const report = await undo(effect, onConflict, own);
        return { ...report, detail: redactor.redact(report.detail) };
      }),
    probe: (context) => guarded(context, (own) => probe(own)),
  };
}
