/** A piece of work that waits to begin. */
export interface WaitingPiece {
  readonly effort: number;
  readonly size: number;
  /** Counts up with each piece that comes. */
  readonly arrival: number;
  readonly begin: () => void;
}

/** A caller that shares a lane: its work under way and its waiting work. */
export class Member {
  underWay = 0;
  /** Pieces without a size wait for none that has one. */
  private readonly light: WaitingPiece[] = [];
  private readonly heavy: WaitingPiece[] = [];

  constructor(readonly name: string) {}

  get waiting(): number {
    return this.light.length + this.heavy.length;
  }

  get isIdle(): boolean {
    return this.underWay === 0 && this.waiting === 0;
  }

  add(piece: WaitingPiece): void {
    (piece.size === 0 ? this.light : this.heavy).push(piece);
  }

  /**
   * True when a piece may begin while so much of the lane is free: a member may have as much as it leaves to others.
   */
  mayHave(size: number, free: number): boolean {
    return size === 0 || this.underWay + size <= free;
  }

  /** Takes the first that may begin while so much of the lane is free. */
  next(free: number): WaitingPiece | undefined {
    const [light, heavy] = [this.light[0], this.heavy[0]];
    if (heavy && this.mayHave(heavy.size, free) && (!light || heavy.arrival < light.arrival)) return this.heavy.shift();
    return this.light.shift();
  }
}
