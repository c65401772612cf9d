export interface Attempts {
  readonly readsItsProgram: string;
  readonly readsASecret: string;
  readonly listsAFolder: string;
  readonly writes: string;
  readonly startsAProgram: string;
  readonly startsAThread: string;
  readonly user: number;
}

export function attempts(values: { readable: string; secret: string; writable: string }): Attempts;
