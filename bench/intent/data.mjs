import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readToolName } from '../../dist/intent/evaluator/language/tool-name.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The labelled sessions, one JSON object a line: an argument, INTENT_DATA, or ../shared/intent/dev.jsonl. */
export function loadSessions(argument) {
  const path = resolve(ROOT, argument ?? process.env.INTENT_DATA ?? '../shared/intent/dev.jsonl');
  if (!existsSync(path)) {
    throw new Error(
      `there is no ${path}: name the labelled sessions (JSON lines of id, source, kind, intent, calls, label, ` +
        'misalignedCallIndexes) with INTENT_DATA=<file> or as an argument',
    );
  }
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => toSession(JSON.parse(line)));
}

function toSession({ id, source, kind, intent, calls, label, misalignedCallIndexes }) {
  return {
    id,
    source,
    kind,
    intent,
    misaligned: label === 'misaligned',
    bad: new Set(misalignedCallIndexes ?? []),
    calls: calls.map(({ apiName, args, result }, index) => ({
      id: String(index),
      apiName,
      operationType: operationOf(apiName),
      payload: args ?? {},
      response: result ?? undefined,
    })),
  };
}

const OPERATIONS = { SEND: 'EXECUTE', PAY: 'EXECUTE', GRANT: 'EXECUTE' };

/** The data names no operation: what the tool's name says of it stands in for what an agent would have logged. */
function operationOf(apiName) {
  const { verb } = readToolName(apiName);
  return verb === null ? 'READ' : (OPERATIONS[verb] ?? verb);
}
