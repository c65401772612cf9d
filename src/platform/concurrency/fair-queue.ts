/** Returns the index of the item that an owner may take now, or -1 for none. */
type Choice<T> = (owner: string, items: readonly T[]) => number;

/**
 * Waiting items of several owners. Owners take turns: an owner that had a turn comes after all others, however many
 * items it has. The items of one owner keep their order of arrival.
 */
export class FairQueue<T extends object> {
  /** The order of the keys is the order of the owners' turns. No owner has an empty list. */
  private readonly items = new Map<string, T[]>();

  private count = 0;

  get length(): number {
    return this.count;
  }

  lengthOf(owner: string): number {
    return this.items.get(owner)?.length ?? 0;
  }

  add(owner: string, item: T): void {
    const own = this.items.get(owner);
    if (own) own.push(item);
    else this.items.set(owner, [item]);
    this.count += 1;
  }

  /** Takes an item of the first owner that may take one. Without `choose` that is the first item of the first owner. */
  take(choose: Choice<T> = () => 0): T | undefined {
    for (const [owner, own] of this.items) {
      const index = choose(owner, own);
      if (index >= 0) return this.remove(owner, own, index);
    }
    return undefined;
  }

  /** Takes the first item of one owner, whatever its turn. */
  takeOf(owner: string): T | undefined {
    const own = this.items.get(owner);
    return own && this.remove(owner, own, 0);
  }

  /** Takes all items of one owner, in order. */
  takeAllOf(owner: string): T[] {
    const own = this.items.get(owner) ?? [];
    this.items.delete(owner);
    this.count -= own.length;
    return own;
  }

  /** Takes the items of all owners. */
  takeAll(): T[] {
    const all = [...this.items.values()].flat();
    this.items.clear();
    this.count = 0;
    return all;
  }

  private remove(owner: string, own: T[], index: number): T | undefined {
    const [item] = own.splice(index, 1);
    if (item) this.count -= 1;
    this.items.delete(owner);
    if (own.length > 0) this.items.set(owner, own);
    return item;
  }
}
