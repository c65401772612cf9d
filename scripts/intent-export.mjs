import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const USAGE = `BACKSTOP_TOKEN=<operator's token> node scripts/intent-export.mjs --url <service> [--out <file>]

  --out    written once everything is there; otherwise it goes to standard output`;

/** Sessions that operators marked, as labelled sessions for `npm run bench -- intent`, one a line. */
async function main() {
  const { values } = parseArgs({ options: { url: { type: 'string' }, out: { type: 'string' } } });
  const token = process.env.BACKSTOP_TOKEN;
  if (!values.url || !token) throw new Error(USAGE);
  const read = reader(values.url.replace(/\/$/, ''), token);
  const marks = new Map();
  for await (const mark of read('/sessions/intent/feedback?limit=200')) {
    if (mark.source === 'operator') marks.set(mark.sessionId, [...(marks.get(mark.sessionId) ?? []), mark]);
  }
  const lines = [];
  for (const [sessionId, given] of marks) {
    const labelled = await sessionOf(read, sessionId, given);
    if (labelled) lines.push(`${JSON.stringify(labelled)}\n`);
  }
  if (values.out) writeFileSync(values.out, lines.join(''));
  else process.stdout.write(lines.join(''));
}

/** `given`: the newest first. A session of which only single calls are fine has no label. */
async function sessionOf(read, id, given) {
  const drift = given.filter(({ mark }) => mark === 'drift');
  const ofSession = given.find(({ actionId }) => actionId === null);
  const label = (ofSession ?? drift[0])?.mark;
  if (!label) return null;
  const { agentId, intent } = await read.one(`/sessions/${id}/intent/summary`);
  const actions = [];
  for await (const action of read(`/sessions/${id}/actions?limit=200`)) actions.push(action);
  const bad = new Set(label === 'drift' ? drift.map(({ actionId }) => actionId) : []);
  return {
    ...{ id, source: agentId, kind: label === 'drift' ? 'recorded-drift' : 'recorded-fine', intent },
    calls: actions.map(({ apiName, operationType, payload, response }) => ({
      ...{ apiName, operationType, args: payload, result: response ?? undefined },
    })),
    label: label === 'drift' ? 'misaligned' : 'aligned',
    misalignedCallIndexes: actions.flatMap((action, at) => (bad.has(action.id) ? [at] : [])),
    group: id,
  };
}

function reader(url, token) {
  const get = async (path) => {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    const { data, error } = await answer.json();
    if (!answer.ok) throw new Error(`${answer.status} ${error?.detail ?? ''}`);
    return { data, next: /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] };
  };
  async function* pages(path) {
    for (let next = path; next; ) {
      const page = await get(next);
      yield* page.data;
      next = page.next;
    }
  }
  return Object.assign(pages, { one: async (path) => (await get(path)).data });
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
