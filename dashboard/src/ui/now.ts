import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The clock stands still while no component shows it. */
function read(): number {
  if (!timer && Date.now() - now >= 1000) now = Date.now();
  return now;
}

/** Milliseconds since 1970, once a second for all that show it. */
export const useNow = () => useSyncExternalStore(subscribe, read);
