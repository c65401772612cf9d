import type { Parameters, Signature, Simulation } from './signature.js';

interface Kind extends Pick<Signature, 'response' | 'callback' | 'isSecret'> {
  simulate(simulation: Simulation): unknown;
  /** Members of the parameter that decide how a request is sent, and not its effect. */
  readonly unrecorded?: readonly string[];
}

/** Returns the signature of methods whose first argument holds everything as members: that argument is the payload. */
export function oneParameter({ unrecorded = [], ...kind }: Kind): Signature {
  const isRecorded = ([name]: [string, unknown]) => !unrecorded.includes(name);
  return {
    ...kind,
    copies: true,
    read: ([parameter]) => Object.fromEntries(Object.entries(objectOf(parameter)).filter(isRecorded)),
    write: (edited, [parameter, ...rest]) => {
      const kept = Object.entries(objectOf(parameter)).filter((entry) => !isRecorded(entry));
      return [{ ...Object.fromEntries(kept), ...edited }, ...rest];
    },
  };
}

export function objectOf(value: unknown): Parameters {
  return typeof value === 'object' && value !== null ? (value as Parameters) : {};
}
