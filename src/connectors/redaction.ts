import type { CallOutcome, Connector, ConnectorContext, UndoReport } from './connector.js';
import { Redactor } from './redactor.js';

type Speaking = Pick<
  Connector,
  'credentialFields' | 'capture' | 'probeOutcome' | 'undo' | 'reapply' | 'probe' | 'perform' | 'outcomeOf' | 'discover'
>;

/**
 * Wraps a connector so that no text of it that is stored, logged or shown holds a secret of its credential: neither its
 * reasons, details and errors, nor its captures. Every answer of a provider passes here.
 */
export function withoutSecrets<T extends Speaking>(connector: T): T {
  const { capture, probeOutcome, undo, reapply, probe, perform, outcomeOf, discover, credentialFields } = connector;
  const guarded = async <R>(
    context: ConnectorContext,
    work: (context: ConnectorContext, redactor: Redactor) => Promise<R>,
  ) => {
    const secrets = new Redactor(credentialFields, context.credentials);
    try {
      return await work({ ...context, secrets }, secrets);
    } catch (error) {
      throw secrets.cleaned(error);
    }
  };
  const speaking: Omit<Speaking, 'credentialFields'> = {
    capture: (call, context) =>
      guarded(context, async (own, redactor) => {
        const found = await capture(call, own);
        if (!found.captured) return { captured: false, reason: redactor.redact(found.reason) };
        if (!redactor.hasToken([found.content, found.resource])) return found;
        return { captured: false, reason: 'the state holds the stored credential, which is kept nowhere else' };
      }),
    probeOutcome: (effect, context) => guarded(context, (own) => probeOutcome(effect, own)),
    undo: (effect, onConflict, context) =>
      guarded(context, async (own, redactor) => redactReport(await undo(effect, onConflict, own), redactor)),
    reapply: (kept, onConflict, context) =>
      guarded(context, async (own, redactor) => redactReport(await reapply(kept, onConflict, own), redactor)),
    probe: (context) => guarded(context, (own) => probe(own)),
    ...(perform && {
      perform: (call, context) =>
        guarded(context, async (own, redactor) => answerWithout(redactor, await perform(call, noting(own, redactor)))),
    }),
    ...(outcomeOf && {
      outcomeOf: (noted, call, context) =>
        guarded(context, async (own, redactor) => answerWithout(redactor, await outcomeOf(noted, call, own))),
    }),
    ...(discover && {
      discover: (context) => guarded(context, async (own, redactor) => redactor.redactForDisplay(await discover(own))),
    }),
  };
  return { ...connector, ...speaking };
}

/** The answer of a provider, which an agent reads. */
function answerWithout<R extends CallOutcome>(redactor: Redactor, outcome: R): R {
  if (outcome.outcome === 'done') return { ...outcome, response: redactor.redactForDisplay(outcome.response) };
  return outcome.outcome === 'refused' ? { ...outcome, refusal: redactor.redactForDisplay(outcome.refusal) } : outcome;
}

/** Notes of an answer are stored: the snapshot beside them was checked for secrets when it crossed the transport. */
function noting({ note, ...context }: ConnectorContext, redactor: Redactor): ConnectorContext {
  if (!note) return context;
  return {
    ...context,
    note: (noted) =>
      note('response' in noted ? { ...noted, response: redactor.redactForDisplay(noted.response) } : noted),
  };
}

function redactReport(report: UndoReport, redactor: Redactor): UndoReport {
  const items = report.items.map((item) => ({
    ...item,
    fields: item.fields.map((field) => ({
      ...field,
      field: redactor.without(field.field),
      before: redactor.redactForDisplay(field.before),
      after: redactor.redactForDisplay(field.after),
      now: redactor.redactForDisplay(field.now),
    })),
  }));
  return { ...report, detail: redactor.redact(report.detail), items };
}
