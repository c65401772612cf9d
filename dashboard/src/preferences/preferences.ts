import { useSyncExternalStore } from 'react';
import { Listeners } from '../api/listeners';

/** The operator's choices for this browser; none of them is secret. */
export interface Preferences {
  /** IANA name; `local` is the zone of the browser. */
  readonly timeZone: string;
  readonly times: 'relative' | 'absolute';
  /** True if single keys run commands: a person who dictates, or whose hand shakes, turns it off. */
  readonly singleKeys: boolean;
  /** The suggestions for policies that the operator does not want to see again, by their ids. */
  readonly dismissedAdvice: readonly string[];
}

const DEFAULTS: Preferences = { timeZone: 'local', times: 'relative', singleKeys: true, dismissedAdvice: [] };
const KEY = 'backstop.preferences';
const listeners = new Listeners();
let current = stored();

function stored(): Preferences {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return DEFAULTS;
  }
}

/** Another tab may have changed them. */
addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  current = stored();
  listeners.announce();
});

export const preferences = {
  get: () => current,
  set(change: Partial<Preferences>) {
    current = { ...current, ...change };
    localStorage.setItem(KEY, JSON.stringify(current));
    listeners.announce();
  },
  subscribe: listeners.subscribe,
};

export const usePreferences = () => useSyncExternalStore(preferences.subscribe, preferences.get);
