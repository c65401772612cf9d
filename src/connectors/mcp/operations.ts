import type { OperationDefinition } from '../connector.js';
import { objectSchema, reading } from '../resource/define.js';

const SERVER = { type: 'string', description: 'The name of the server in the credential.' };

/** The read that lists the tools of a server. */
export const list = {
  ...reading('mcp.tools.list', objectSchema(['server'], { server: SERVER }), 'The tools of an MCP server.'),
  performs: true,
} as const;

/** One object for all tools, because its schema is compiled once. The server itself checks the arguments. */
const ANY_ARGUMENTS = { type: 'object' };
const NAME = /^mcp\.([a-z][a-z0-9-]{0,31})\.([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)$/;

/** The server and the tool in `mcp.linear.create_issue`; null for a name of another form. */
export function namedIn(apiName: string): { readonly server: string; readonly tool: string } | null {
  const [, server, tool] = NAME.exec(apiName) ?? [];
  return server === undefined || tool === undefined || server === 'tools' ? null : { server, tool };
}

/**
 * The operation of a tool. It counts as the worst that a tool can be, whatever its server says: it may change anything,
 * and nothing undoes it.
 */
export function named(apiName: string): OperationDefinition | null {
  const found = namedIn(apiName);
  return (
    found && {
      apiName,
      resource: found.server,
      verb: found.tool,
      operationType: 'EXECUTE',
      reversibility: 'none',
      inverse: null,
      precapture: 'required',
      payloadSchema: ANY_ARGUMENTS,
      notes: 'A tool of an MCP server: nothing undoes what it did.',
      performs: true,
      isBoundToCapture: true,
    }
  );
}
