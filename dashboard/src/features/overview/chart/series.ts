type Tone = 'good' | 'danger' | 'warning' | 'accent' | 'quiet';

export interface Series {
  readonly name: string;
  readonly tone: Tone;
}

export interface Day {
  /** In UTC. */
  readonly day: string;
  /** One for each series; null: none is known. */
  readonly values: readonly (number | null)[];
}
