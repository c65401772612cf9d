type Tone = 'good' | 'danger' | 'warning' | 'accent' | 'quiet';

export interface Series {
  readonly name: string;
  readonly tone: Tone;
}

export interface Day {
  /** The day in UTC. */
  readonly day: string;
  /** One value for each series; null if it is not known. */
  readonly values: readonly (number | null)[];
}
