/** Functions that are called when something changes, in the form that `useSyncExternalStore` takes. */
export class Listeners {
  private readonly all = new Set<() => void>();

  readonly announce = (): void => {
    for (const listener of this.all) listener();
  };

  /** @returns a function that ends the subscription */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.all.add(listener);
    return () => void this.all.delete(listener);
  };
}
