import type { Capture } from '../connectors/connector.js';

/** A call met another state than a person has approved; nothing was done. */
export class ChangedSinceError extends Error {
  override readonly name = 'ChangedSinceError';

  constructor(readonly capture: Capture | null) {
    super('the resource has changed since a person saw it');
  }
}
