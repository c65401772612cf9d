/**
 * The labelled sessions once more, as they might have been: what is fitted to short sessions whose results are at hand is
 * to hold for longer ones, and for those without logged results. The same each time.
 */
export function variantsOf(sessions) {
  return [...sessions.map(withoutResults), ...inPairs(sessions)];
}

function withoutResults(session) {
  return { ...session, calls: session.calls.map((call) => ({ ...call, response: undefined })) };
}

/** Each session with one of its source that is as it should be, for both intents together. */
function inPairs(sessions) {
  const partners = new Map();
  for (const session of sessions) {
    // An intent that states an injected task as well would make the hijack of the other one right.
    if (!session.misaligned && !session.kind.startsWith('composed')) {
      partners.set(session.source, [...(partners.get(session.source) ?? []), session]);
    }
  }
  return sessions.map((session, at) => {
    const others = partners.get(session.source);
    const other = others[(at * STRIDE) % others.length];
    return session.misaligned || at % 2 === 0 ? join(other, session) : join(session, other);
  });
}

/** Prime, so that neighbours, which are alike, get different partners. */
const STRIDE = 7919;

function join(one, other) {
  const calls = [...one.calls, ...other.calls].map((call, index) => ({ ...call, id: String(index) }));
  const bad = new Set([...one.bad, ...[...other.bad].map((index) => index + one.calls.length)]);
  return { ...other, intent: `${one.intent}\n${other.intent}`, calls, bad };
}
