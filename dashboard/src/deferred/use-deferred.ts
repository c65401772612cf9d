import { useSyncExternalStore } from 'react';
import { expired } from '../api/expired';
import { newKey } from '../api/idempotency';
import { useMe } from '../api/me';
import { signedOut } from '../api/signed-out';
import { newDeferred, type Proposal } from './deferred';

/** The decisions that wait in this page. */
export const deferred = newDeferred(localStorage);

const isWaiting = () => deferred.entries().some(({ state }) => state === 'waiting' || state === 'sending');

addEventListener('beforeunload', (event) => {
  if (isWaiting()) event.preventDefault();
});
// A page that the browser keeps and shows again later sends nothing either.
addEventListener('pagehide', deferred.abandon);
signedOut.subscribe(deferred.abandon);
expired.subscribe(() => expired.is() && deferred.abandon());

export const useDeferred = () => useSyncExternalStore(deferred.subscribe, deferred.entries);

/** True while a decision about this page has no answer. */
export const useIsDeferred = (path: string): boolean =>
  useDeferred().some((one) => one.path === path && (one.state === 'waiting' || one.state === 'sending'));

/** Holds a decision back for some seconds, in which the operator can take it back, then sends it. */
export function useDefer(): (proposal: Omit<Proposal, 'user'>) => void {
  const { data: me } = useMe();
  return (proposal) => {
    if (me) deferred.hold(newKey(), { ...proposal, user: me.user.id });
  };
}
