/** Policies in git: writes them to a file, says what a file would change, and applies it (docs/how-to/policies-in-git.md). */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { service } from './policies-client.mjs';
import { fileOf, readPolicies } from './policies-file.mjs';
import { changesOf, describePlan, requestOf, withEffects } from './policies-plan.mjs';

const USAGE = `BACKSTOP_TOKEN=<personal token> npm run policies -- <command> --url <service>

  export [<file>]                          writes all policies as YAML, to the file or to standard output
  plan <file> [--state-file <file>]        says what the file would change, and what that would have done to the last 30 days
  apply <file> [--state-file <file> | --state <state>]
                                           makes the changes, all or none; with a state, only if the policies are those of the plan

  --url         the address of the service; or BACKSTOP_URL
  --state-file  plan writes the state of the policies there, apply reads it
  --state       the state itself`;

class UsageError extends Error {}

const COMMANDS = {
  async export(api, [file]) {
    const text = fileOf(await api.set());
    if (file) writeFileSync(file, text);
    else process.stdout.write(text);
  },

  async plan(api, [file], options) {
    const { set, changes } = await compared(api, file);
    console.log(describePlan(await withEffects(api, changes)));
    console.log(`\nstate ${set.state}`);
    if (options['state-file']) writeFileSync(options['state-file'], set.state);
  },

  async apply(api, [file], options) {
    const planned = options.state ?? (options['state-file'] && readFileSync(options['state-file'], 'utf8').trim());
    const { set, changes } = await compared(api, file);
    // A second run of the same change finds it made.
    if (changes.length === 0) return console.log(describePlan([]));
    if (planned !== undefined && planned !== set.state)
      throw new Error(
        `Nothing was changed: the policies are not those of the plan (state ${set.state}, planned ${planned || 'for none'}). Plan again.`,
      );
    const after = await api.change(requestOf(set.state, changes));
    console.log(describePlan(changes));
    console.log(`\nApplied. state ${after.state}`);
  },
};

async function compared(api, file) {
  if (!file) throw new UsageError(USAGE);
  const wanted = readPolicies(readFileSync(file, 'utf8'));
  const set = await api.set();
  return { set, changes: changesOf(set, wanted) };
}

async function main() {
  const text = { type: 'string' };
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { url: { ...text, default: process.env.BACKSTOP_URL ?? '' }, state: text, 'state-file': text },
  });
  const [command, ...parameters] = positionals;
  const token = process.env.BACKSTOP_TOKEN;
  if (!Object.hasOwn(COMMANDS, command ?? '') || !values.url || !token) throw new UsageError(USAGE);
  await COMMANDS[command](service(values.url, token), parameters, values);
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
