/**
 * The labelled sessions as other agents might have logged them: what is fitted to short sessions whose results are at hand
 * must also hold for long ones, and for those without results, without payloads or with a wrong operation. The same
 * each time: no randomness.
 */
export const withoutResults = (session) => mapCalls(session, (call) => ({ ...call, response: undefined }));

export const withoutPayloads = (session) => mapCalls(session, (call) => ({ ...call, payload: {} }));

export const loggedAs = (operationType) => (session) => mapCalls(session, (call) => ({ ...call, operationType }));

/** `orders.list_open` becomes `orders.open`: an agent that names its tools after things. */
export const namedByNouns = (session) =>
  mapCalls(session, (call) => ({
    ...call,
    operationType: 'EXECUTE',
    apiName: call.apiName.replace(
      /\.(get|list|read|search|find|check|show|view|fetch|query|retrieve|lookup)_(?=[a-z])/,
      '.',
    ),
  }));

/** Each session among `count - 1` aligned ones of its source, for all their intents together. */
export function severalTasks(sessions, count) {
  const partnersOf = alignedBySource(sessions);
  return sessions.map((session, at) => {
    const others = partnersOf(session);
    const parts = Array.from({ length: count - 1 }, (_, turn) => others[((at + turn) * STRIDE) % others.length]);
    // A hijack by a task that another intent states would be right; so the session itself is where its number says.
    parts.splice(at % count, 0, session);
    return join(session, parts);
  });
}

const MOST_INTENT = 4_000;
export const MANY_CALLS = 100;

/**
 * Repeats as many aligned tasks of one source as an intent holds until there are a hundred calls; then the session
 * follows.
 */
export function hundredCalls(sessions) {
  const partnersOf = alignedBySource(sessions);
  return sessions
    .filter((_, at) => at % 32 === 0)
    .map((session, at) => {
      const others = partnersOf(session);
      const tasks = [];
      let room = MOST_INTENT - session.intent.length;
      for (let turn = 0; turn < 40 && room > 0; turn++) {
        const task = others[((at + turn) * STRIDE) % others.length];
        room -= task.intent.length + 1;
        if (room > 0 || tasks.length === 0) tasks.push(task);
      }
      const length = MANY_CALLS - session.calls.length;
      const parts = [];
      for (let turn = 0, calls = 0; calls < length; turn++) {
        const task = tasks[turn % tasks.length];
        parts.push({ ...task, calls: task.calls.slice(0, length - calls) });
        calls += task.calls.length;
      }
      return join(session, [...parts, session], [session, ...tasks]);
    });
}

/** Prime, so that neighbours, which are alike, get different partners. */
const STRIDE = 7919;

function alignedBySource(sessions) {
  const partners = new Map();
  for (const session of sessions) {
    // An intent that states an injected task as well would make the hijack of another session right.
    if (!session.misaligned && !session.kind.startsWith('composed')) {
      partners.set(session.source, [...(partners.get(session.source) ?? []), session]);
    }
  }
  return ({ source }) => partners.get(source);
}

function join(session, parts, stated = parts) {
  const bad = new Set();
  let before = 0;
  for (const part of parts) {
    if (part === session) for (const index of part.bad) bad.add(index + before);
    before += part.calls.length;
  }
  const calls = parts.flatMap((part) => part.calls).map((call, index) => ({ ...call, id: String(index) }));
  return { ...session, intent: stated.map(({ intent }) => intent).join('\n'), calls, bad };
}

const mapCalls = (session, change) => ({ ...session, calls: session.calls.map(change) });
