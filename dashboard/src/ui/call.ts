interface Named {
  readonly apiName: string;
  /** Null if the service has none. */
  readonly summary?: string | null | undefined;
}

/** A call as a sentence; the service has marked hidden characters in it. Without a sentence it is its name. */
export const sentenceOf = ({ summary, apiName }: Named): string => summary ?? apiName;

/** The operation, to stand beneath its sentence; empty where the sentence begins with it. */
export const operationBeneath = (call: Named): string =>
  sentenceOf(call).startsWith(call.apiName) ? '' : call.apiName;
