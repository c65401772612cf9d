/**
 * A server of protocol 2026-07-28 over stdio. `deploy` asks its client a question before it acts; each act is a line of the
 * file that the first argument names.
 */
import { appendFileSync } from 'node:fs';
import { acceptedContent, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const [, , acts] = process.argv;
const confirmation = z.object({ sure: z.boolean() });

serveStdio(
  () => {
    const server = new McpServer({ name: 'modern', version: '1.0.0' });
    server.registerTool(
      'note',
      {
        inputSchema: z.object({ text: z.string() }),
        outputSchema: z.object({ noted: z.string() }),
        annotations: { destructiveHint: false },
      },
      ({ text }) => {
        appendFileSync(acts, `${text}\n`);
        const link = { type: 'resource_link', uri: 'file:///notes.txt', name: 'notes' };
        return { content: [{ type: 'text', text: `noted ${text}` }, link], structuredContent: { noted: text } };
      },
    );
    server.registerTool(
      'deploy',
      { inputSchema: z.object({ to: z.string() }), annotations: { destructiveHint: false } },
      ({ to }, { mcpReq }) => {
        const answer = acceptedContent(mcpReq.inputResponses, 'sure', confirmation);
        if (answer?.sure !== true) {
          const sure = inputRequired.elicit({ message: `Deploy to ${to}?`, requestedSchema: confirmation });
          return inputRequired({ inputRequests: { sure }, requestState: 'asked' });
        }
        appendFileSync(acts, `deployed to ${to}\n`);
        return { content: [{ type: 'text', text: `deployed to ${to}` }] };
      },
    );
    return server;
  },
  { legacy: 'reject' },
);
