import type fc from 'fast-check';
import type { Real } from './real.js';
import type { Expected, State } from './state.js';

/** Counts the answers of each command, over all sequences: `log 201`, `confirm illegal-transition`. */
export const walked = new Map<string, number>();

export interface Kind<Args> {
  readonly name: string;
  readonly args: fc.Arbitrary<Args>;
  /** Tells whether the command makes sense now; the default is yes. */
  readonly fits?: (state: State, args: Args) => boolean;
  /** Moves the model, does the same at the services, and compares the answers. */
  readonly walk: (state: State, real: Real, args: Args) => Promise<Expected>;
}

class Command<Args> implements fc.AsyncCommand<State, Real> {
  constructor(
    private readonly kind: Kind<Args>,
    private readonly args: Args,
  ) {}

  check(state: Readonly<State>): boolean {
    return this.kind.fits?.(state, this.args) ?? true;
  }

  async run(state: State, real: Real): Promise<void> {
    const { status, code } = await this.kind.walk(state, real, this.args);
    const name = `${this.kind.name} ${code ?? status}`;
    walked.set(name, (walked.get(name) ?? 0) + 1);
  }

  toString(): string {
    return `${this.kind.name}(${JSON.stringify(this.args)})`;
  }
}

export const arbitraryOf = <Args>(kind: Kind<Args>): fc.Arbitrary<fc.AsyncCommand<State, Real>> =>
  kind.args.map((args) => new Command(kind, args));

/** Picks one of so many by a number that is drawn before their count is known. */
export const pick = (drawn: number, count: number) => drawn % count;
