import { newGateway } from './gateway.js';

/**
 * Hands every request on, and keeps back the answers to those that `meets` names until there are `number` of them: the
 * clients know the same then, and go on at the same moment.
 */
export async function newHoldingGateway(
  upstream: string,
  meets: (method: string, path: string) => boolean,
  number: number,
) {
  let met = 0;
  let open: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (open = resolve));
  const gateway = await newGateway(upstream, async ({ method, path, handOn }) => {
    const answer = await handOn();
    if (meets(method, path)) {
      if (++met === number) open();
      await all;
    }
    answer();
  });
  return { ...gateway, met: () => met };
}

/** The answer with which a process learns that an operator has approved its call. */
export const readsDecision = (method: string, path: string) => method === 'GET' && /^\/approvals\/[^/]+$/.test(path);
