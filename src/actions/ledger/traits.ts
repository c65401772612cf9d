import { recentlyUsed } from '../../platform/recently-used.js';
import type { Item, RecordItem, Trait } from './items.js';
import type { Sent } from './statements.js';

/** Remembers which traits of sessions are kept, so that most calls send none. */
export class KnownTraits {
  private readonly known = recentlyUsed<true>(20_000);

  /** The traits that may be new, in the form that `keep_traits` takes; null when there are none. */
  newIn(items: readonly Sent<Item>[]): string | null {
    const rows = items.flatMap(({ item }) =>
      traitsOf(item)
        .filter((trait) => !this.known.has(keyOf(item, trait)))
        .map((trait) => ({ org: item.org, session: item.session, action: (item as RecordItem).id, ...trait })),
    );
    return rows.length === 0 ? null : JSON.stringify(rows);
  }

  /** The transaction that wrote the item has ended well. */
  kept(item: Item): void {
    for (const trait of traitsOf(item)) this.known.set(keyOf(item, trait), true);
  }
}

const traitsOf = (item: Item): readonly Trait[] => ('traits' in item ? (item as RecordItem).traits : []);

/** An erasure removes names and raises the epoch, so that calls after it keep theirs again. */
const keyOf = ({ session, epoch }: Item, { kind, name }: Trait) => `${session} ${epoch} ${kind} ${name}`;
