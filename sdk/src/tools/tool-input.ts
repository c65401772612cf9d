import { ApprovedPayloadError } from '../errors.js';
import type { Parameters, Signature } from '../method-client/signature.js';

/**
 * The signature of a tool that a model calls: the payload is its input as it is, or `{ input }` if that is no object.
 */
export const toolInput: Signature = {
  read: ([input]) => (isRecord(input) ? input : { input }),
  write: (edited, [input]) => {
    if (isRecord(input)) return [edited];
    if (Object.keys(edited).some((name) => name !== 'input')) throw new ApprovedPayloadError('it is not { input: … }.');
    return [edited.input];
  },
  simulate: ({ path, actionId }) => ({ simulated: true, tool: path, actionId }),
};

export function isRecord(value: unknown): value is Parameters {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
