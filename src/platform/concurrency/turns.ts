import { setImmediate } from 'node:timers';
import { unavailable } from '../http/answers/problem.js';

export interface Bounds {
  /** What a key may begin in one turn of the event loop; what is larger takes several turns. */
  readonly eachTurn: number;
  /** What of a key may be under way at once; a piece of work that is larger goes alone. */
  readonly underWay: number;
  /** Pieces of work of a key that may wait. */
  readonly waiting: number;
}

/** `effort`: what it takes of a turn. `size`: what it takes of the work under way. */
export interface Piece {
  readonly effort: number;
  readonly size: number;
}

interface Line {
  spent: number;
  underWay: number;
  readonly waiting: (Piece & { begin(): void })[];
}

/**
 * Lets each key have its share of the event loop: however much work one key brings, a piece of another key begins in the
 * next turn. Alone and within the bounds, a piece begins at once.
 */
export class Turns {
  private readonly lines = new Map<string, Line>();
  private isTicking = false;

  constructor(private readonly bounds: Bounds) {}

  /** Resolves when the piece may begin. @returns to be called when it has ended @throws 503 when too many wait already */
  enter(key: string, piece: Piece): Promise<() => void> {
    const line = this.lines.get(key) ?? { spent: 0, underWay: 0, waiting: [] };
    if (line.waiting.length >= this.bounds.waiting) return Promise.reject(unavailable());
    this.lines.set(key, line);
    return new Promise((resolve) => {
      line.waiting.push({ begin: () => resolve(this.leaving(key, line, piece)), ...piece });
      this.drain(line);
    });
  }

  private leaving(key: string, line: Line, { size }: Piece): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      line.underWay -= size;
      this.drain(line);
      this.forget(key, line);
    };
  }

  private drain(line: Line): void {
    for (let next = line.waiting[0]; next && this.mayBegin(line, next); next = line.waiting[0]) {
      line.waiting.shift();
      line.spent += next.effort;
      line.underWay += next.size;
      next.begin();
    }
    if (line.spent > 0) this.tick();
  }

  private mayBegin({ spent, underWay }: Line, { size }: Piece): boolean {
    return spent < this.bounds.eachTurn && (underWay === 0 || size === 0 || underWay + size <= this.bounds.underWay);
  }

  private tick(): void {
    if (this.isTicking) return;
    this.isTicking = true;
    setImmediate(() => {
      this.isTicking = false;
      for (const [key, line] of this.lines) {
        line.spent = Math.max(0, line.spent - this.bounds.eachTurn);
        this.drain(line);
        this.forget(key, line);
      }
    });
  }

  /** Pieces without a size end after their line may have been forgotten; by then the key may have another one. */
  private forget(key: string, line: Line): void {
    const { spent, underWay, waiting } = line;
    const isDone = spent === 0 && underWay === 0 && waiting.length === 0;
    if (isDone && this.lines.get(key) === line) this.lines.delete(key);
  }
}
