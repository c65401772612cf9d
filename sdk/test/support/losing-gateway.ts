import { newGateway } from './gateway.js';

/**
 * Hands every request on, and answers the first that `isLost` names with 500 although the provider carried it out, or in
 * place of handing it on.
 */
export async function newLosingGateway(
  upstream: string,
  isLost: (method: string, path: string) => boolean,
  { isCarriedOut = true }: { readonly isCarriedOut?: boolean } = {},
) {
  let lost = 0;
  const gateway = await newGateway(upstream, async ({ method, path, response, handOn }) => {
    const isFirst = isLost(method, path) && ++lost === 1;
    const answer = isFirst && !isCarriedOut ? null : await handOn();
    if (isFirst) response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
    else answer?.();
  });
  return { ...gateway, lost: () => lost };
}
