/** The possible values of a comparison. `texts`: one text, or a list of them. */
export interface OperatorValues {
  readonly json: unknown;
  readonly number: number;
  readonly list: readonly unknown[];
  readonly text: string;
  readonly texts: string | readonly string[];
  readonly flag: boolean;
}

interface OperatorFacts {
  readonly takes: keyof OperatorValues;
  /** It compares texts, so that `ignoreCase` has a meaning. */
  readonly foldsCase: boolean;
  /** The operator that holds exactly where this one does not. */
  readonly negates?: string;
  /** The words between the field and the value, in a sentence. */
  readonly words: string;
}

/** The operators of a policy's condition. The matcher compiles each one; parser, schemas, editor and pages follow this table. */
export const CONDITION_OPERATORS = {
  eq: { takes: 'json', foldsCase: true, words: 'is' },
  neq: { takes: 'json', foldsCase: true, negates: 'eq', words: 'is not' },
  gt: { takes: 'number', foldsCase: false, words: 'is more than' },
  gte: { takes: 'number', foldsCase: false, words: 'is at least' },
  lt: { takes: 'number', foldsCase: false, words: 'is less than' },
  lte: { takes: 'number', foldsCase: false, words: 'is at most' },
  in: { takes: 'list', foldsCase: true, words: 'is one of' },
  not_in: { takes: 'list', foldsCase: true, negates: 'in', words: 'is none of' },
  contains: { takes: 'json', foldsCase: true, words: 'contains' },
  starts_with: { takes: 'text', foldsCase: true, words: 'begins with' },
  ends_with: { takes: 'text', foldsCase: true, words: 'ends with' },
  glob: { takes: 'texts', foldsCase: true, words: 'matches' },
  not_glob: { takes: 'texts', foldsCase: true, negates: 'glob', words: 'does not match' },
  exists: { takes: 'flag', foldsCase: false, words: 'is present' },
} as const satisfies Readonly<Record<string, OperatorFacts>>;

type Operators = typeof CONDITION_OPERATORS;

export type ConditionOperator = keyof Operators;

/** An operator that negates no other: it has a meaning of its own. */
export type PositiveOperator = {
  [O in ConditionOperator]: Operators[O] extends { readonly negates: string } ? never : O;
}[ConditionOperator];

/** The type of an operator's value. */
export type ValueOf<O extends ConditionOperator> = OperatorValues[Operators[O]['takes']];

export const OPERATOR_NAMES = Object.keys(CONDITION_OPERATORS) as readonly ConditionOperator[];

/** The operators whose value is of this kind. */
export const operatorsTaking = <K extends keyof OperatorValues>(kind: K) =>
  OPERATOR_NAMES.filter((name) => CONDITION_OPERATORS[name].takes === kind) as unknown as readonly {
    [O in ConditionOperator]: Operators[O]['takes'] extends K ? O : never;
  }[ConditionOperator][];

/** The operator that this one negates; undefined when it negates none. */
export const negated = (operator: ConditionOperator): ConditionOperator | undefined => {
  const facts: OperatorFacts = CONDITION_OPERATORS[operator];
  return facts.negates as ConditionOperator | undefined;
};
