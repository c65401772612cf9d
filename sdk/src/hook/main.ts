#!/usr/bin/env node
import { UsageError } from '../command-line.js';
import { parseCommand, USAGE } from './arguments.js';
import { type HookDecision, readEvent, UnreadableEventError, writeDecision } from './event.js';

/** Bytes of an event; a longer one is a call that cannot be looked at. */
const LARGEST_EVENT_BYTES = 64 * 1024 * 1024;
/** The exit code with which a hook blocks a call in every harness, with the reason on standard error. */
const BLOCKS = 2;

async function main(): Promise<number> {
  const command = parseCommand(process.argv.slice(2), process.env);
  if (command.kind === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  if (command.kind === 'rollback') return (await import('./rollback.js')).runRollback(command.options);
  const { options } = command;
  const event = readEvent(await standardInput(), options.harness, process.cwd());
  try {
    const decision = await (await import('./run.js')).handle(event, options);
    process.stdout.write(writeDecision(event.harness, decision));
  } catch (error) {
    if (event.step !== 'before') throw error;
    // A call that could not be looked at is the person's to decide.
    process.stdout.write(writeDecision(event.harness, decisionOnFailure(error)));
  }
  return 0;
}

const decisionOnFailure = (error: unknown): HookDecision => ({
  kind: 'ask',
  reason: `backstop-hook failed, so no policy has seen this call: ${error instanceof Error ? error.message : error}`,
});

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    bytes += chunk.length;
    if (bytes > LARGEST_EVENT_BYTES) throw new UnreadableEventError(`it is larger than ${LARGEST_EVENT_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

main().then(
  (code) => process.exit(code),
  (error) => {
    const message = error instanceof Error ? error.message : String(error);
    const what = error instanceof UnreadableEventError ? `the event cannot be read: ${message}` : message;
    process.stderr.write(`backstop-hook: ${what}\n${error instanceof UsageError ? `\n${USAGE}` : ''}`);
    process.exit(BLOCKS);
  },
);
