import type { Outgoing } from '../../method-client/outgoing.js';

/** The wrappers through which methods of plug-ins are being called, and how many, by the octokit that they extend. */
const pluginCalls = new WeakMap<object, Map<Outgoing, number>>();

/**
 * Calls a method of a plug-in. Until its promise has ended, what the octokit sends in no known context may belong to
 * this call; without a promise, for good.
 */
export function runPluginCall(octokit: object, outgoing: Outgoing, call: () => unknown): unknown {
  const of = pluginCalls.get(octokit) ?? new Map<Outgoing, number>();
  pluginCalls.set(octokit, of);
  const count = (by: number) => {
    const left = (of.get(outgoing) ?? 0) + by;
    if (left > 0) of.set(outgoing, left);
    else of.delete(outgoing);
  };
  count(1);
  const value = call();
  return value instanceof Promise ? untilEnded(value, () => count(-1)) : value;
}

/** The wrappers to which a request in no known context may belong. */
export function possibleOwners(octokit: object): readonly Outgoing[] {
  return [...(pluginCalls.get(octokit)?.keys() ?? [])];
}

async function untilEnded(value: Promise<unknown>, ended: () => void): Promise<unknown> {
  try {
    return await value;
  } finally {
    ended();
  }
}
