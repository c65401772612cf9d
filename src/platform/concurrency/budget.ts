/**
 * An amount that owners hold parts of. An owner gets a part if it then holds no more than is left: alone it gets half
 * of all, and several that take all they can leave some for the next one. The rule is that of `Shares`, without
 * waiting.
 */
export class Budget {
  private readonly held = new Map<string, number>();

  constructor(private left: number) {}

  /** @returns to be called when the part is free again; null when there is none */
  take(owner: string, amount: number): (() => void) | null {
    if ((this.held.get(owner) ?? 0) + amount > this.left) return null;
    this.count(owner, amount);
    let isOver = false;
    return () => {
      if (!isOver) this.count(owner, -amount);
      isOver = true;
    };
  }

  private count(owner: string, more: number): void {
    const held = (this.held.get(owner) ?? 0) + more;
    if (held > 0) this.held.set(owner, held);
    else this.held.delete(owner);
    this.left -= more;
  }
}
