import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readToolName } from '../../dist/intent/evaluator/language/tool-name.js';
import { familyOf } from './families.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DEFAULT = '../shared/intent/dev.jsonl,../shared/intent/dev2.jsonl';

/** The labelled sessions, one JSON object a line: files named by arguments, by INTENT_DATA (with commas), or both of ../shared/intent. */
export function loadSessions(files) {
  const paths = files.length > 0 ? files : (process.env.INTENT_DATA ?? DEFAULT).split(',');
  return paths.flatMap((path) => sessionsIn(resolve(ROOT, path)));
}

function sessionsIn(path) {
  if (!existsSync(path)) {
    throw new Error(
      `There is no ${path}. Name files of labelled sessions (JSON lines of id, source, kind, group, intent, calls, label, ` +
        'misalignedCallIndexes) as arguments or with INTENT_DATA=<file>,<file>.',
    );
  }
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => toSession(JSON.parse(line)));
}

function toSession({ id, source, kind, group, intent, calls, label, misalignedCallIndexes }) {
  return {
    id,
    source,
    family: familyOf(source),
    kind,
    group: `${source} ${group}`,
    intent,
    recorded: kind.startsWith('recorded-'),
    misaligned: label === 'misaligned',
    bad: new Set(misalignedCallIndexes ?? []),
    calls: calls.map(({ apiName, operationType, args, result }, index) => ({
      id: String(index),
      apiName,
      operationType: operationType ?? operationOf(apiName),
      payload: args ?? {},
      response: result ?? undefined,
    })),
  };
}

const OPERATIONS = { SEND: 'EXECUTE', PAY: 'EXECUTE', GRANT: 'EXECUTE' };

/** The data names no operation: the verb of the tool's name stands in for what an agent would have logged. */
function operationOf(apiName) {
  const { verb } = readToolName(apiName);
  return verb === null ? 'READ' : (OPERATIONS[verb] ?? verb);
}
