import { nested } from '../../campaigns/hostile/support/makers.mjs';
import { hostileText, hostileValue } from '../../campaigns/hostile/support/texts.mjs';

const credentials = (secret, { url }) => ({
  servers: JSON.stringify({ up: { url, authorization: `Bearer ${secret}` } }),
});

export default {
  credentials,
  call: ['mcp.up.change', { a: 1 }],
  plainText: (host) => [credentials('t', { url: `http://${host}`, database: host })],
  asking: 0,
  poisons: [
    ['mcp.up.change', (random) => ({ a: nested(random, 20) })],
    ['mcp.up.change', (random) => ({ [hostileText(random)]: hostileValue(random) })],
  ],
  suite: 'test/e2e/mcp/upstream.spec.ts',
  undoesNothing: 'nothing undoes what a tool of an MCP server did',
  more: {},
};
