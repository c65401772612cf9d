import { ApprovedPayloadError } from '../errors.js';
import { isObject } from '../json.js';
import type { Signature } from '../method-client/signature.js';

/**
 * The signature of a tool that a model calls: the payload is its input as it is, or `{ input }` if that is no object.
 */
export const toolInput: Signature = {
  read: ([input]) => (isObject(input) ? input : { input }),
  write: (edited, [input]) => {
    if (isObject(input)) return [edited];
    if (Object.keys(edited).some((name) => name !== 'input')) throw new ApprovedPayloadError('it is not { input: … }.');
    return [edited.input];
  },
  simulate: ({ path, actionId }) => ({ simulated: true, tool: path, actionId }),
};
