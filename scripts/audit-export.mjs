import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const USAGE = `BACKSTOP_TOKEN=<operator's token> npm run audit -- export --url <service> [--since <sequence>] [--out <file>]

  --since  stop at this entry: what a checkpoint has seen need not be read again
  --out    written once everything is there; otherwise it goes to standard output`;

/** The entries of `GET /audit-logs`, newest first, one a line; all or nothing. */
async function main() {
  const { values } = parseArgs({
    options: { url: { type: 'string' }, since: { type: 'string', default: '1' }, out: { type: 'string' } },
  });
  const token = process.env.BACKSTOP_TOKEN;
  if (!values.url || !token || !/^\d+$/.test(values.since)) throw new Error(USAGE);
  const lines = [];
  for await (const entry of entries(values.url, token)) {
    if (entry.sequence < Number(values.since)) break;
    lines.push(`${JSON.stringify(entry)}\n`);
  }
  if (values.out) writeFileSync(values.out, lines.join(''));
  else process.stdout.write(lines.join(''));
}

async function* entries(url, token) {
  let next = '/audit-logs?limit=200';
  while (next) {
    const answer = await fetch(url.replace(/\/$/, '') + next, { headers: { authorization: `Bearer ${token}` } });
    const { data, error } = await answer.json();
    if (!answer.ok) throw new Error(`${answer.status} ${error?.detail ?? ''}`);
    yield* data;
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
