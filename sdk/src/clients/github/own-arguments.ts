import { objectOf } from '../../method-client/one-parameter.js';
import type { Outgoing } from '../../method-client/outgoing.js';
import { copied } from '../../method-client/recording/copied.js';
import type { Parameters } from '../../method-client/signature.js';
import { askedFor, type Octokit, type Send } from './sending.js';

type Hook = (send: Send, options: Parameters) => unknown;
const SENDS: Hook = (send, options) => send(options);

/** Returns arguments that later changes by the caller do not reach, and whose own hook asks. */
export function ownArguments(octokit: Octokit, outgoing: Outgoing | null, args: readonly unknown[]): unknown[] {
  return args.map((arg) => {
    const own = copied(arg);
    if (typeof own !== 'object' || own === null || Array.isArray(own)) return own;
    return { ...own, ...(outgoing && 'request' in own && ofRequest(own.request)) };
  });

  /**
   * octokit calls a hook among the parameters instead of all hooks of the client, and none if `request` is null: the
   * function with which that hook sends asks by itself.
   */
  function ofRequest(request: unknown): Parameters {
    const { endpoint } = octokit.request;
    const client = objectOf(endpoint.DEFAULTS?.request).hook;
    const { hook: given = request === null ? null : client, ...options } = objectOf(request);
    if (given === client) return { request: { ...options, hook: client } };
    const hook: Hook = (send, merged) => {
      const asking = (...changed: unknown[]) => askedFor(endpoint.merge?.(...changed) ?? {}, send, outgoing);
      return (typeof given === 'function' ? (given as Hook) : SENDS)(Object.assign(asking, { endpoint }), merged);
    };
    return { request: { ...options, hook } };
  }
}
