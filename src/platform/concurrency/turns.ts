import { setImmediate } from 'node:timers';
import { unavailable } from '../http/answers/problem.js';
import { Member } from './turn-member.js';

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

interface Lane {
  spent: number;
  underWay: number;
  waiting: number;
  readonly members: Map<string, Member>;
  /** The members with waiting pieces, in the order of their turns. */
  readonly queue: Set<Member>;
}

/**
 * Gives each lane a share of the event loop: however much work one lane brings, a piece of another lane begins in the
 * next turn. Within a lane the members take turns, and a member may have as much under way as is left free: alone it
 * gets half of the lane, and the next member still finds space. A piece begins at once when no other one waits and the
 * bounds allow it.
 */
export class Turns {
  private readonly lanes = new Map<string, Lane>();
  private isTicking = false;
  private arrivals = 0;

  constructor(private readonly bounds: Bounds) {}

  /**
   * Resolves when the piece may begin.
   * @returns to be called when it has ended
   * @throws 503 when too many pieces of the member wait already
   */
  enter(name: string, of: string, piece: Piece): Promise<() => void> {
    const lane = this.lanes.get(name) ?? newLane();
    const member = lane.members.get(of) ?? new Member(of);
    if (member.waiting >= this.bounds.waiting - lane.waiting) return Promise.reject(unavailable());
    this.lanes.set(name, lane);
    lane.members.set(of, member);
    if (lane.waiting === 0 && lane.spent < this.bounds.eachTurn && member.mayHave(piece.size, this.freeIn(lane))) {
      this.count(lane, member, piece);
      this.tick();
      return Promise.resolve(this.leaving(name, lane, member, piece));
    }
    return new Promise((resolve) => {
      const begin = () => resolve(this.leaving(name, lane, member, piece));
      member.add({ ...piece, arrival: ++this.arrivals, begin });
      lane.queue.add(member);
      lane.waiting += 1;
      this.drain(lane);
    });
  }

  private leaving(name: string, lane: Lane, member: Member, { size }: Piece): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      lane.underWay -= size;
      member.underWay -= size;
      this.drain(lane);
      this.forget(name, lane);
    };
  }

  private drain(lane: Lane): void {
    while (lane.spent < this.bounds.eachTurn && this.beginOne(lane));
    if (lane.spent > 0) this.tick();
  }

  private beginOne(lane: Lane): boolean {
    const free = this.freeIn(lane);
    for (const member of lane.queue) {
      const next = member.next(free);
      if (!next) continue;
      // A member that had a turn comes after all others.
      lane.queue.delete(member);
      if (member.waiting > 0) lane.queue.add(member);
      lane.waiting -= 1;
      this.count(lane, member, next);
      next.begin();
      return true;
    }
    return false;
  }

  private freeIn({ underWay }: Lane): number {
    return underWay === 0 ? Number.POSITIVE_INFINITY : this.bounds.underWay - underWay;
  }

  private count(lane: Lane, member: Member, { effort, size }: Piece): void {
    lane.spent += effort;
    lane.underWay += size;
    member.underWay += size;
  }

  private tick(): void {
    if (this.isTicking) return;
    this.isTicking = true;
    setImmediate(() => {
      this.isTicking = false;
      for (const [name, lane] of this.lanes) {
        lane.spent = Math.max(0, lane.spent - this.bounds.eachTurn);
        this.drain(lane);
        for (const member of lane.members.values()) if (member.isIdle) lane.members.delete(member.name);
        this.forget(name, lane);
      }
    });
  }

  /** Pieces without a size end after their lane may have been forgotten; by then there may be another one of its name. */
  private forget(name: string, lane: Lane): void {
    const isDone = lane.spent === 0 && lane.underWay === 0 && lane.waiting === 0;
    if (isDone && this.lanes.get(name) === lane) this.lanes.delete(name);
  }
}

const newLane = (): Lane => ({ spent: 0, underWay: 0, waiting: 0, members: new Map(), queue: new Set() });
