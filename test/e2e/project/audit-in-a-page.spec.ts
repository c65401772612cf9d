import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { type AuditEntry } from '../../../src/audit/audit-entry.js';
import type * as Verifier from '../../../src/audit/verifier.js';
import { newOrganization, type Organization } from '../../support/client.js';

const PAGES = 'dist/bundle/pages';
const names = readdirSync(PAGES).filter((name) => name.startsWith('audit-verifier'));
const source = readFileSync(join(PAGES, names[0] ?? ''), 'utf8');

/** The globals of a page that the verifier may need; none of Node's. */
const GLOBALS = { TextEncoder, TextDecoder, ReadableStream, Uint8Array, console };

let verifier: typeof Verifier;
let organization: Organization;
/** Oldest first. */
let entries: AuditEntry[];
beforeAll(async () => {
  const module = new vm.SourceTextModule(source, { context: vm.createContext({ ...GLOBALS }) });
  await module.link((specifier) => {
    throw new Error(`it imports ${specifier}`);
  });
  await module.evaluate();
  verifier = module.namespace as typeof Verifier;
  organization = await newOrganization();
  for (let n = 0; n < 6; n++) await organization.operator.post('/agents', { slug: `agent-${n}` });
  await organization.operator.post('/policies', { apiNamePattern: 'a.b', action: 'BLOCK', reason: 'Grüße, 💥 \u2028' });
  entries = ((await organization.operator.get('/audit-logs?limit=200')).body.data as AuditEntry[]).reverse();
});

const lines = (all: readonly unknown[]) => all.map((entry) => `${JSON.stringify(entry)}\n`).join('');
const newest = () => {
  const { sequence, hash } = entries.at(-1) as AuditEntry;
  return { organization: organization.id, sequence, hash };
};
const kindsOf = async (text: string) =>
  (await verifier.verifyExport(text, { checkpoint: newest() })).findings.map(
    ({ kind, sequence }) => `${kind} ${sequence}`,
  );
/** The same text as a page reads the body of an answer or a file, cut anywhere. */
function streamOf(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

describe('The verifier of the audit, in a page', () => {
  it('is one file whose name changes with its content', () => {
    expect(names).toEqual([expect.stringMatching(/^audit-verifier-[\w-]{8,}\.js$/)]);
  });

  it('finds the export of a running service intact, as a text and as a stream that is cut anywhere', async () => {
    expect(entries.length).toBeGreaterThan(6);
    const text = lines(entries);
    const verdict = await verifier.verifyExport(text, { organization: organization.id, checkpoint: newest() });
    expect(verdict.findings).toEqual([]);
    expect(verifier.describeVerdict(verdict, newest())).toContain(`Intact: entries 1 to ${newest().sequence}`);
    for (const size of [1, 7, 1_000, text.length]) {
      const streamed = await verifier.verifyExport(streamOf(text, size), { checkpoint: newest() });
      expect([size, JSON.stringify(streamed)]).toEqual([size, JSON.stringify(verdict)]);
    }
    expect(verifier.checkpointOf(verdict, { organization: organization.id })).toEqual(newest());
    expect(verifier.parseCheckpoint(JSON.stringify(newest()))).toEqual(newest());
  });

  it('finds an edit, a gap, another order and a truncation, by their places', async () => {
    const at = 3;
    const edited = entries.with(at, { ...(entries[at] as AuditEntry), action: 'nothing.happened' });
    expect(await kindsOf(lines(edited))).toEqual([`edited ${at + 1}`]);
    expect(await kindsOf(lines(entries.toSpliced(at, 1)))).toEqual([`missing ${at + 1}`]);
    const moved = entries.toSpliced(at, 1).toSpliced(at + 1, 0, entries[at] as AuditEntry);
    expect(await kindsOf(lines(moved))).toEqual([`reordered ${at + 1}`]);
    expect(await kindsOf(lines(entries.slice(0, -1)))).toEqual([`truncated ${newest().sequence}`]);
  });

  it('refuses what is no export, no UTF-8 and no checkpoint', async () => {
    const refused = (from: Verifier.Export) => verifier.verifyExport(from).catch(({ message }: Error) => message);
    expect(await refused('')).toBe('It is empty.');
    expect(await refused(lines(entries).slice(0, -9))).toBe('The export is truncated.');
    expect(await refused(new Blob([new Uint8Array([0xff, 0xfe])]).stream())).toBe('It is no text in UTF-8.');
    for (const text of ['', 'null', '{}', '{"sequence":0,"hash":"a"}'])
      expect(() => verifier.parseCheckpoint(text)).toThrow('This is not a checkpoint.');
  });
});
