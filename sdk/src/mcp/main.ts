#!/usr/bin/env node
import { UsageError } from '../command-line.js';
import { parseCommand, USAGE } from './arguments.js';

/** A missing optional peer dependency, in words that help. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && /MODULE_NOT_FOUND$/.test(code) && error.message.includes('@modelcontextprotocol/')) {
    const packages = '@modelcontextprotocol/client @modelcontextprotocol/server';
    return `it needs the official packages of MCP: npm install ${packages}`;
  }
  return error.message;
}

async function main(): Promise<number> {
  const command = parseCommand(process.argv.slice(2), process.env);
  switch (command.kind) {
    case 'help':
      process.stdout.write(USAGE);
      return 0;
    case 'proxy':
      return (await import('./run-proxy.js')).runProxy(command.options);
    case 'rollback':
      return (await import('./run-rollback.js')).runRollback(command.options);
    default:
      return command satisfies never;
  }
}

main().then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`backstop-mcp: ${describe(error)}\n${error instanceof UsageError ? `\n${USAGE}` : ''}`);
    process.exit(2);
  },
);
