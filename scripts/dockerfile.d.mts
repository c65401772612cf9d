export interface Instruction {
  readonly keyword: string;
  readonly options: Readonly<Record<string, string>>;
  readonly value: string;
}

export interface Stage {
  readonly image: string;
  /** The name after `AS`, or the stage's number. */
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile; continued lines are joined, comments left out. */
export function stagesOf(text: string): Stage[];
