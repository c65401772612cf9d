import { setImmediate } from 'node:timers';
import { unavailable } from '../http/answers/problem.js';
import { FairQueue } from './fair-queue.js';

export interface Bounds {
  /** The effort that a lane may begin in one turn of the event loop; a larger piece takes several turns. */
  readonly eachTurn: number;
  /** The size of work that a lane may have under way; a larger piece of work goes alone. */
  readonly underWay: number;
  /** Pieces of work of a lane that may wait; a member may have as many of them as are left. */
  readonly waiting: number;
}

/**
 * `effort`: the part of a turn that it takes. `size`: the part of the work under way that it takes; a piece of size 0
 * waits for no other piece to end.
 */
export interface Piece {
  readonly effort: number;
  readonly size: number;
}

interface Waiting extends Piece {
  readonly of: string;
  readonly begin: () => void;
}

interface Lane {
  spent: number;
  underWay: number;
  /** The size of the work under way of each member that has any. */
  readonly sizes: Map<string, number>;
  readonly waiting: FairQueue<Waiting>;
}

/**
 * Gives each lane a share of the event loop: however much work one lane brings, a piece of another lane begins in the
 * next turn. Within a lane the members take turns, and a member may have as much under way as is left free: alone it
 * gets half of the lane, and the next member still finds space. A piece begins at once when no other one waits and the
 * bounds allow it.
 */
export class FairScheduler {
  private readonly lanes = new Map<string, Lane>();
  private isTicking = false;

  constructor(private readonly bounds: Bounds) {}

  /**
   * Resolves when the piece may begin.
   * @returns to be called when it has ended
   * @throws 503 when too many pieces of the member wait already
   */
  enter(name: string, of: string, piece: Piece): Promise<() => void> {
    const lane = this.lanes.get(name) ?? newLane();
    if (lane.waiting.lengthOf(of) >= this.bounds.waiting - lane.waiting.length) return Promise.reject(unavailable());
    this.lanes.set(name, lane);
    if (lane.waiting.length === 0 && lane.spent < this.bounds.eachTurn && this.mayHave(lane, of, piece)) {
      this.count(lane, of, piece);
      this.tick();
      return Promise.resolve(this.leaving(name, lane, of, piece));
    }
    return new Promise((resolve) => {
      lane.waiting.add(of, { ...piece, of, begin: () => resolve(this.leaving(name, lane, of, piece)) });
      this.drain(lane);
    });
  }

  private leaving(name: string, lane: Lane, of: string, { size }: Piece): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.resize(lane, of, -size);
      this.drain(lane);
      this.forget(name, lane);
    };
  }

  private drain(lane: Lane): void {
    while (lane.spent < this.bounds.eachTurn && this.beginOne(lane));
    if (lane.spent > 0) this.tick();
  }

  private beginOne(lane: Lane): boolean {
    const next = lane.waiting.take((of, pieces) => this.firstThatMayBegin(lane, of, pieces));
    if (!next) return false;
    this.count(lane, next.of, next);
    next.begin();
    return true;
  }

  /** Pieces without a size wait for none that has one, and no piece with a size passes another one. */
  private firstThatMayBegin(lane: Lane, of: string, pieces: readonly Waiting[]): number {
    const [first] = pieces;
    if (first && this.mayHave(lane, of, first)) return 0;
    return pieces.findIndex(({ size }) => size === 0);
  }

  /** A member may have as much under way as it leaves to others. */
  private mayHave(lane: Lane, of: string, { size }: Piece): boolean {
    return size === 0 || (lane.sizes.get(of) ?? 0) + size <= this.freeIn(lane);
  }

  private freeIn({ underWay }: Lane): number {
    return underWay === 0 ? Number.POSITIVE_INFINITY : this.bounds.underWay - underWay;
  }

  private count(lane: Lane, of: string, { effort, size }: Piece): void {
    lane.spent += effort;
    this.resize(lane, of, size);
  }

  private resize(lane: Lane, of: string, more: number): void {
    const size = (lane.sizes.get(of) ?? 0) + more;
    if (size > 0) lane.sizes.set(of, size);
    else lane.sizes.delete(of);
    lane.underWay += more;
  }

  private tick(): void {
    if (this.isTicking) return;
    this.isTicking = true;
    setImmediate(() => {
      this.isTicking = false;
      for (const [name, lane] of this.lanes) {
        lane.spent = Math.max(0, lane.spent - this.bounds.eachTurn);
        this.drain(lane);
        this.forget(name, lane);
      }
    });
  }

  /** Pieces without a size end after their lane may have been forgotten; by then there may be another one of its name. */
  private forget(name: string, lane: Lane): void {
    const isDone = lane.spent === 0 && lane.underWay === 0 && lane.waiting.length === 0;
    if (isDone && this.lanes.get(name) === lane) this.lanes.delete(name);
  }
}

const newLane = (): Lane => ({ spent: 0, underWay: 0, sizes: new Map(), waiting: new FairQueue() });
