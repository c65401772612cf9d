import { ApprovedPayloadError } from '../errors.js';
import type { Signature } from '../method-client/signature.js';

/** The signature of an unknown method: its arguments as they are. */
export const anyArguments: Signature = {
  callback: 'perhaps',
  read: (args) => ({ args: [...args] }),
  write: ({ args, ...rest }) => {
    if (Array.isArray(args) && Object.keys(rest).length === 0) return args;
    throw new ApprovedPayloadError('it is not { args: […] }.');
  },
  simulate: ({ path, actionId }) => ({ simulated: true, path, actionId }),
};
