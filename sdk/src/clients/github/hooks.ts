import { AsyncResource } from 'node:async_hooks';
import type { CallRule, Interceptor } from '../../method-client/interceptor.js';
import { Outgoing } from '../../method-client/outgoing.js';

type Send = (options: unknown) => unknown;
type Hook = (send: Send, options: unknown) => unknown;

/** Hooks of the application, by how they are known to it. */
const governed = new WeakMap<Hook, Hook>();

/**
 * Governs `octokit.hook`: the function with which a hook sends is part of the call that the hook runs for, and of no
 * other.
 */
export const OF_HOOKS: Interceptor = {
  member: (key) => {
    if (key === 'wrap') return { rule: replacing((hook) => governedHook(hook)) };
    if (key === 'remove') return { rule: replacing((hook) => governed.get(hook) ?? hook) };
    return key === 'api' ? { interceptor: OF_HOOKS } : undefined;
  },
};

function replacing(replace: (hook: Hook) => Hook): CallRule {
  return {
    kind: 'instead',
    call: (_target, method, [name, hook]) => method(name, typeof hook === 'function' ? replace(hook as Hook) : hook),
  };
}

function governedHook(hook: Hook): Hook {
  const known = governed.get(hook);
  if (known) return known;
  const made: Hook = async (send, options) => {
    const outgoing = Outgoing.current();
    if (!outgoing) return hook(send, options);
    const own = AsyncResource.bind(send);
    let ended = false;
    try {
      return await hook((changed) => (ended ? outgoing.enter(() => send(changed)) : own(changed)), options);
    } finally {
      ended = true;
    }
  };
  governed.set(hook, made);
  return made;
}
