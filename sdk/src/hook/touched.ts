import { resolve } from 'node:path';
import type { JsonObject } from '../json.js';
import { realPath } from '../mcp/known/real-path.js';
import type { OperationType } from '../wire/wire.js';

/** The member of a tool's input that names its file, by the name of the tool. */
const FILE_OF: Readonly<Record<string, readonly string[]>> = {
  ...{
    Write: ['file_path', 'path'],
    Edit: ['file_path', 'path'],
    MultiEdit: ['file_path'],
    StrReplace: ['file_path', 'path'],
  },
  ...{ NotebookEdit: ['notebook_path'], EditNotebook: ['notebook_path'], Delete: ['file_path', 'path'] },
};
/** Tools that only read, with the member that names their file or directory. */
const READ_OF: Readonly<Record<string, readonly string[]>> = {
  ...{ Read: ['file_path', 'path'], NotebookRead: ['notebook_path'], Grep: ['path'], Glob: ['path'], LS: ['path'] },
  ...{ WebSearch: [], BashOutput: [], TaskOutput: [] },
};
/** Codex names the files of its patch in the text of the patch. */
const PATCHED = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;
const MOST_FILES = 200;

/** Finds the things that a tool call touches, as far as its arguments name them. */
export interface TouchedFiles {
  readonly operationType: OperationType;
  /** The files that it may change, each by its one real path. */
  readonly changes: readonly string[];
  /** The input with every path in its one real form, so that no spelling slips past a policy. */
  readonly input: JsonObject;
}

/** Returns the files that a call names. A shell command names none that could be trusted. */
export async function touchedBy(tool: string, input: JsonObject, directory: string): Promise<TouchedFiles> {
  const own = Object.hasOwn(FILE_OF, tool) ? FILE_OF[tool] : undefined;
  const read = Object.hasOwn(READ_OF, tool) ? READ_OF[tool] : undefined;
  const real = (path: string) => realPath(resolve(directory, path), []);
  const canonical: JsonObject = { ...input };
  const changes: string[] = [];
  for (const name of own ?? read ?? []) {
    const path = input[name];
    if (typeof path !== 'string' || path === '') continue;
    canonical[name] = await real(path);
    if (own) changes.push(String(canonical[name]));
  }
  if (tool === 'apply_patch') {
    const text = [input.command, input.input, input.patch]
      .flat()
      .filter((one) => typeof one === 'string')
      .join('\n');
    const named = [...text.matchAll(PATCHED)].slice(0, MOST_FILES).map(([, path = '']) => path.trim());
    for (const path of new Set(named)) changes.push(await real(path));
  }
  const operationType = read ? 'READ' : changes.length > 0 ? 'UPDATE' : 'EXECUTE';
  return { operationType, changes: [...new Set(changes)], input: canonical };
}
