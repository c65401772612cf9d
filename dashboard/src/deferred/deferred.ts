import { Listeners } from '../api/listeners';
import { Unreachable } from '../api/problem';

/** The milliseconds in which a decision that was made by key can be taken back. */
export const HOLD_MS = 5_000;
/** A machine that slept, or a page that was frozen, sends nothing that the operator no longer thinks of. */
export const LATEST_MS = 30_000;
/** The milliseconds for which the result is shown. */
const SHOWN_MS = 4_000;
const NOTE = 'backstop.unsent.';

export interface Proposal {
  /** The decision in words, such as `Approve stripe.refunds.create`. */
  readonly label: string;
  /** The page of the resource that it is about, below `/dashboard`. */
  readonly path: string;
  /** The id of the operator who decided. */
  readonly user: string;
  readonly send: () => Promise<unknown>;
}

/** `unsent`: the page was closed or left before. `unanswered`: it was closed while the request was on its way. */
type State = 'waiting' | 'sending' | 'sent' | 'taken-back' | 'refused' | 'unsent' | 'unanswered';

export interface Entry extends Omit<Proposal, 'send'> {
  readonly key: string;
  readonly dueAt: number;
  readonly state: State;
  /** The reason for a refusal. */
  readonly problem: string | null;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * Holds decisions by key until they are sent. Each leaves a note in the browser's storage before it waits, and the note
 * is removed when it is taken back or answered: a decision that a closed page did not send is shown by the next page,
 * and is never sent by it.
 */
export function newDeferred(store: Store, now = Date.now) {
  let entries: readonly Entry[] = [];
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const listeners = new Listeners();

  function put(next: readonly Entry[]): void {
    entries = next;
    listeners.announce();
  }
  const find = (key: string) => entries.find((one) => one.key === key);
  const change = (key: string, changes: Partial<Entry>) =>
    put(entries.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  function drop(key: string): void {
    store.removeItem(NOTE + key);
    put(entries.filter((one) => one.key !== key));
  }
  const note = (entry: Entry) => store.setItem(NOTE + entry.key, JSON.stringify(entry));

  /** The next page shows it immediately, because no other tab holds it any more. */
  function unsent(entry: Entry): Entry {
    clearTimeout(timers.get(entry.key));
    const ended: Entry = { ...entry, state: 'unsent', dueAt: 0 };
    note(ended);
    return ended;
  }

  /** It was answered, or taken back: shown for a moment. */
  function report(key: string, state: 'sent' | 'taken-back'): void {
    store.removeItem(NOTE + key);
    change(key, { state });
    setTimeout(() => drop(key), SHOWN_MS);
  }

  async function send(key: string, proposal: Proposal): Promise<void> {
    const entry = find(key);
    if (entry?.state !== 'waiting') return;
    if (now() > entry.dueAt + LATEST_MS) return change(key, { state: 'unsent' });
    // If the page is closed from here on, the note says that there was no answer.
    note({ ...entry, state: 'unanswered' });
    change(key, { state: 'sending' });
    try {
      await proposal.send();
      report(key, 'sent');
    } catch (error) {
      // Without an answer it may have been applied: the note stays until the operator has looked.
      if (!(error instanceof Unreachable)) store.removeItem(NOTE + key);
      change(key, { state: 'refused', problem: error instanceof Error ? error.message : String(error) });
    }
  }

  return {
    entries: () => entries,
    subscribe: listeners.subscribe,
    hold(key: string, proposal: Proposal): void {
      const { label, path, user } = proposal;
      const entry: Entry = { key, label, path, user, dueAt: now() + HOLD_MS, state: 'waiting', problem: null };
      note({ ...entry, state: 'unsent' });
      put([...entries, entry]);
      timers.set(
        key,
        setTimeout(() => void send(key, proposal), HOLD_MS),
      );
    },
    /** Takes the decision back before it is sent. @returns false if it was sent already */
    takeBack(key: string): boolean {
      if (find(key)?.state !== 'waiting') return false;
      clearTimeout(timers.get(key));
      report(key, 'taken-back');
      return true;
    },
    /** The page is left, or the operator is signed out: what waits is not sent, and its note stays. */
    abandon(): void {
      put(entries.map((one) => (one.state === 'waiting' ? unsent(one) : one)));
    },
    /** The operator has read the result. */
    dismiss: drop,
    /** Reads what earlier pages of this operator did not send. The page that holds it may still be open in another tab. */
    readNotes(user: string): void {
      const found = notesIn(store).filter(
        (one) => one.user === user && now() > one.dueAt + LATEST_MS && !find(one.key),
      );
      if (found.length > 0) put([...entries, ...found]);
    },
  };
}

function notesIn(store: Store): Entry[] {
  const names = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  return names.filter((name) => name.startsWith(NOTE)).flatMap((name) => parsed(store.getItem(name)));
}

function parsed(text: string | null): Entry[] {
  try {
    const entry = JSON.parse(text ?? '') as Entry;
    return typeof entry.key === 'string' && typeof entry.path === 'string' ? [entry] : [];
  } catch {
    return [];
  }
}
