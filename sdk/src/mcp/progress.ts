import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/client';

const FIRST_MS = 1_000;
const EVERY_MS = 5_000;
/** Progress has to grow, and the server's own begins with whole numbers. */
const STEP = 1e-6;
const MESSAGE = 'Waiting for permission: a person may have to approve this call.';

/** Tells a client that asked for progress that its call is waiting, so that it does not give it up. */
export function reportWaiting({ params }: JSONRPCRequest, tell: (message: JSONRPCMessage) => void) {
  const progressToken = (params?._meta as { progressToken?: string | number } | undefined)?.progressToken;
  if (progressToken === undefined) return { end: () => undefined };
  let progress = 0;
  const report = () => {
    progress += STEP;
    tell({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress, message: MESSAGE } });
    timer = setTimeout(report, EVERY_MS);
  };
  let timer = setTimeout(report, FIRST_MS);
  return { end: () => clearTimeout(timer) };
}
