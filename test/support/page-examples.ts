import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { environmentOf, type Performing } from './performing.js';

type Language = 'sh' | 'python';

/** A block of code of a page, and the answer that the page shows after it; undefined if it shows none. */
interface Example {
  readonly page: string;
  readonly code: string;
  readonly shown: unknown;
}

const FOLDERS = ['docs/reference', 'docs/how-to'];
/**
 * Pages whose commands need more than a service, such as a clone of the repository, a second database or a cluster; those
 * for agents have suites of their own (test/e2e/documents/agent-pages.spec.ts and
 * test/e2e/needs-curl/claude-code-page.spec.ts).
 */
const NEED_MORE = [
  ...['add-a-connector', 'add-a-route', 'policies-in-git', 'failover', 'kubernetes', 'systemd'],
  ...['claude-code', 'testing-an-agent', 'move-an-organization', 'langgraph'],
].map((name) => `docs/how-to/${name}.md`);

const PAGES = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`)).filter(
  (page) => page.endsWith('.md') && !NEED_MORE.includes(page),
);

/** The blocks of one language. */
export const blocksOf = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, kind, code = '']) =>
    kind === language ? [code] : [],
  );

/** The blocks of a page, in its order. An answer belongs to the last block of each language before it. */
export function examplesIn(page: string, markdown: string, language: Language): Example[] {
  const examples: Example[] = [];
  let isOpen = false;
  for (const [, kind, code = ''] of markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)) {
    if (kind === language) {
      examples.push({ page, code, shown: undefined });
      isOpen = true;
    } else if (kind === 'json' && isOpen) {
      examples.push({ ...(examples.pop() as Example), shown: JSON.parse(code) });
      isOpen = false;
    }
  }
  return examples;
}

const examplesOf = (language: Language) =>
  PAGES.flatMap((page) => examplesIn(page, readFileSync(page, 'utf8'), language));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

/**
 * Returns the members that a page shows and the answer does not have, or has as another kind. The answer may have more: a
 * page shows an example. Of lists, the first items are compared.
 */
export function differences(shown: unknown, actual: unknown, path = ''): string[] {
  if (kindOf(shown) !== kindOf(actual)) return [`${path}: ${kindOf(shown)} is shown, ${kindOf(actual)} is answered`];
  if (Array.isArray(shown) && Array.isArray(actual))
    return shown.length === 0 || actual.length === 0 ? [] : differences(shown[0], actual[0], `${path}[0]`);
  if (!isObject(shown) || !isObject(actual)) return [];
  return Object.keys(shown).flatMap((name) => {
    if (!(name in actual)) return [`${path}.${name} is not answered`];
    return differences(shown[name], actual[name], `${path}.${name}`);
  });
}

const environment = (world: Performing) => ({
  ...environmentOf(world),
  OPERATOR_TOKEN: world.operator.credential ?? '',
  EMAIL: world.email,
  PASSWORD: 'correct horse battery staple',
  INVITED: `invited-${world.email}`,
});

/** Runs a program that reads its text from standard input, and returns what it prints. */
async function run(command: string, parameters: string[], program: string, world: Performing): Promise<string> {
  const child = spawn(command, parameters, { env: environment(world), stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(program);
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (status !== 0 || errors !== '')
    throw new Error(`${command} ended with ${status}: ${errors}\n${output.slice(-2_000)}`);
  return output;
}

const MARK = '@@';

/** Runs the commands of all pages, each page in a shell of its own; answers what each block printed in its last line. */
async function runInShell(examples: readonly Example[], world: Performing): Promise<unknown[]> {
  const [value] = examplesIn('', readFileSync('docs/reference/README.md', 'utf8'), 'sh');
  const pages = PAGES.map((page) => examples.filter((example) => example.page === page)).filter(({ length }) => length);
  const program = pages.map((blocks) => `(\n${blocks.map(({ code }) => `echo; echo '${MARK}'\n${code}`).join('')})\n`);
  const output = await run('/bin/sh', ['-eu'], `${value?.code}\n${program.join('')}`, world);
  return output
    .split(`\n${MARK}\n`)
    .slice(1)
    .map((printed) => printed.trim().split('\n').at(-1) ?? '');
}

const IN_PYTHON = `
import contextlib, io, json, sys
sys.path.insert(0, "examples/python")
answers, scopes = [], {}
for page, code in json.load(open(0)):
    scope = scopes.setdefault(page, {})
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(code, page, "exec"), scope)
    answers.append(scope.get("answer"))
print(json.dumps(answers))
`;

async function runInPython(examples: readonly Example[], world: Performing): Promise<unknown[]> {
  const blocks = JSON.stringify(examples.map(({ page, code }) => [page, code]));
  return JSON.parse(await run('python3', ['-B', '-c', IN_PYTHON], blocks, world));
}

/** Runs every example of docs/reference and docs/how-to in one language; answers how many ran, and what differs. */
export async function runExamples(language: Language, world: Performing): Promise<{ ran: number; wrong: string[] }> {
  const examples = examplesOf(language);
  const answers = language === 'sh' ? await runInShell(examples, world) : await runInPython(examples, world);
  const wrong = examples.flatMap(({ page, shown }, index) => {
    if (shown === undefined) return [];
    const answer = answers[index];
    // A page shows the envelope; `call` returns what is in it.
    const actual = language === 'sh' ? JSON.parse(String(answer)) : answer;
    const { data, error } = shown as { data: unknown; error: unknown };
    return differences(language === 'sh' ? shown : (data ?? error), actual).map((fault) => `${page} ${fault}`);
  });
  return { ran: answers.length, wrong };
}
