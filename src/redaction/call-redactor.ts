import { createHmac } from 'node:crypto';
import type { Json as AnyJson } from '../connectors/connector.js';
import { seal } from '../platform/envelope.js';
import { CallTextRedactor } from './call-text-redactor.js';
import { compileKnownValues, type KnownValue, type KnownValues } from './known-values.js';
import { type CallRules, type Json, type Part, type Replacement, redact } from './redaction.js';

/** The parts of a call as they are stored. */
export interface KeptPart<T> {
  /** Equal to what was given when nothing was replaced. */
  readonly shown: T;
  /** Empty when nothing was replaced. */
  readonly replaced: readonly Replacement[];
  /** The true value, sealed for the row with this id; null when nothing was replaced. */
  readonly seal: (id: string) => string | null;
}

/** A part in which nothing is replaced. */
export const unchanged = <T>(shown: T): KeptPart<T> => ({ shown, replaced: [], seal: () => null });

/** The true value and the replacements in it, which are sealed together. */
export interface Sealed {
  readonly value: AnyJson;
  readonly values: readonly KnownValue[];
}

export const sealContext = (organizationId: string, id: string, part: Part | 'notes') =>
  `redacted ${part} of ${id} in ${organizationId}`;

/** Applies the rules of an organization to the parts of one call. What one part shows, the next ones hide too. */
export class CallRedactor {
  private known: KnownValues;

  constructor(
    private readonly organizationId: string,
    private readonly key: Buffer,
    private readonly rules: CallRules,
    known: readonly KnownValue[] = [],
  ) {
    this.known = compileKnownValues(known);
  }

  redact<T>(part: Part, value: T): KeptPart<T> {
    const { shown, replaced, values } = redact(part, value as Json, this.rules, this.known);
    if (replaced.length === 0) return unchanged(value);
    this.known = compileKnownValues([...this.known.all, ...values]);
    return {
      shown: shown as T,
      replaced,
      seal: (id) => this.seal(id, part, { value: value as AnyJson, values }),
    };
  }

  /** For what is said about the call with this id. */
  words(actionId: string): CallTextRedactor {
    return new CallTextRedactor(this.rules, this.known, (value) => this.tagOf(actionId, value));
  }

  /** Nobody can find the value of a tag by trying values, because each call has other tags. */
  private tagOf(actionId: string, value: Json): string {
    const hash = createHmac('sha256', this.key).update(`tag ${actionId} `).update(JSON.stringify(value)).digest('hex');
    return `#${hash.slice(0, 8)}`;
  }

  seal(id: string, part: Part | 'notes', sealed: Sealed): string {
    return seal(this.key, sealContext(this.organizationId, id, part), Buffer.from(JSON.stringify(sealed))).toString(
      'base64',
    );
  }
}
