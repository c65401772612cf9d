import { sized } from '../../test/support/campaign-size.js';
import fc from '../../test/support/properties.js';
import type { AuditEntry } from './audit-entry.js';
import { type EntryContent, genesisOf, hashOf, type Link, linkTo } from './chain.js';
import { type Checkpoint, type Finding, verifyChain } from './verify-chain.js';

fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: sized({ short: 25, full: 100 }) });

const text = fc.string({ unit: 'grapheme', maxLength: 8 });
const view = fc.option(fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>, { maxKeys: 3 }));

const told: fc.Arbitrary<EntryContent> = fc.record({
  id: fc.uuid({ version: 7 }),
  actor: fc.record({ kind: fc.constantFrom('USER', 'SYSTEM'), id: fc.option(fc.uuid()), label: text }),
  action: fc.constantFrom('policy.changed', 'api-key.revoked', 'rollback.finished'),
  target: fc.record({ type: text, id: fc.uuid() }),
  before: view,
  after: view,
  requestId: fc.option(fc.uuid()),
  createdAt: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString()),
});

function chained(organization: string, tales: readonly EntryContent[]): AuditEntry[] {
  let last: Link = genesisOf(organization);
  return tales.map((tale) => {
    const entry = linkTo(last, tale);
    last = entry;
    return entry;
  });
}

interface Case {
  readonly organization: string;
  readonly chain: AuditEntry[];
  /** Saved when the chain was as it is. */
  readonly checkpoint: Checkpoint;
}

const newest = (organization: string, chain: readonly AuditEntry[]): Checkpoint => {
  const { sequence, hash } = chain.at(-1) as AuditEntry;
  return { organization, sequence, hash };
};

const aCase = (minLength = 1): fc.Arbitrary<Case> =>
  fc.tuple(fc.uuid(), fc.array(told, { minLength, maxLength: 9 })).map(([organization, tales]) => {
    const chain = chained(organization, tales);
    return { organization, chain, checkpoint: newest(organization, chain) };
  });

const linkOf = (entry: AuditEntry | undefined) => entry && { sequence: entry.sequence, hash: entry.hash };
const kinds = (findings: readonly Finding[]) => findings.map(({ kind, sequence }) => `${kind} ${sequence}`);
const found = (chain: readonly unknown[], { organization, checkpoint }: Case) =>
  verifyChain([chain], { organization, checkpoint }).findings;
const renewed = (entry: AuditEntry): AuditEntry => ({ ...entry, hash: hashOf(entry) });
/** Makes the chain again from one entry on, as an attacker can who knows the format. */
const remade = (organization: string, chain: readonly AuditEntry[], from: number): AuditEntry[] => {
  const [kept, rest] = [chain.slice(0, from), chain.slice(from)];
  let last: Link = kept.at(-1) ?? genesisOf(organization);
  for (const entry of rest) {
    last = linkTo(last, entry);
    kept.push(last as AuditEntry);
  }
  return kept;
};

const at = (chain: readonly unknown[], seed: number) => seed % chain.length;

describe('an unchanged chain', () => {
  it('is never refused: newest or oldest first, in pages of any order, against any checkpoint it went through', () => {
    fc.assert(
      fc.property(aCase(), fc.nat(), fc.integer({ min: 1, max: 4 }), fc.boolean(), (one, seed, size, ascending) => {
        const { organization, chain } = one;
        const order = ascending ? chain : chain.toReversed();
        const pages = [];
        for (let from = 0; from < order.length; from += size) pages.push(order.slice(from, from + size));
        const turn = seed % pages.length;
        const checkpoint = newest(organization, chain.slice(0, at(chain, seed) + 1));
        const verdict = verifyChain([...pages.slice(turn), ...pages.slice(0, turn)], { organization, checkpoint });
        expect(verdict).toEqual({ findings: [], oldest: linkOf(chain[0]), newest: linkOf(chain.at(-1)) });
        expect(verifyChain([order]).findings).toEqual([]);
      }),
    );
  });

  it('is the same after it was written as JSON and read', () => {
    fc.assert(fc.property(aCase(), (one) => expect(found(JSON.parse(JSON.stringify(one.chain)), one)).toEqual([])));
  });

  it('is intact as a part too: the newest ones alone, and joined to a checkpoint just before them', () => {
    fc.assert(
      fc.property(aCase(2), fc.nat(), ({ organization, chain }, seed) => {
        const from = 1 + (seed % (chain.length - 1));
        const part = chain.slice(from);
        const before = newest(organization, chain.slice(0, from));
        expect(verifyChain([part])).toEqual({ findings: [], oldest: linkOf(part[0]), newest: linkOf(part.at(-1)) });
        expect(verifyChain([part], { organization, checkpoint: before, part: true }).findings).toEqual([]);
        const foreign = { ...before, hash: genesisOf(organization).hash };
        const { findings } = verifyChain([part], { checkpoint: foreign, part: true });
        expect(kinds(findings)).toEqual([`rewritten ${from}`]);
      }),
    );
  });
});

describe('a verification against a checkpoint finds', () => {
  const MEMBERS = ['id', 'actor', 'action', 'target', 'before', 'after', 'requestId', 'createdAt'] as const;

  it('an edit of any member, one added, one taken away: by its place', () => {
    fc.assert(
      fc.property(aCase(), fc.nat(), fc.constantFrom(...MEMBERS), fc.nat(2), (one, seed, member, how) => {
        const index = at(one.chain, seed);
        const { [member]: value, ...rest } = one.chain[index] as AuditEntry;
        const edited = [{ ...rest, [member]: [value] }, { ...rest, [member]: value, note: 'harmless' }, rest][how];
        const chain = one.chain.with(index, edited as AuditEntry);
        expect(kinds(found(chain, one))).toEqual([`edited ${index + 1}`]);
      }),
    );
  });

  it('an edit whose hash was recomputed, alone or with all that follow', () => {
    fc.assert(
      fc.property(aCase(), fc.nat(), (one, seed) => {
        const index = at(one.chain, seed);
        const edited = renewed({ ...(one.chain[index] as AuditEntry), action: 'nothing.happened' });
        const chain = one.chain.with(index, edited);
        const last = index === chain.length - 1;
        expect(kinds(found(chain, one))).toEqual([last ? `rewritten ${index + 1}` : `replaced ${index + 2}`]);
        expect(kinds(found(remade(one.organization, chain, index), one))).toEqual([`rewritten ${chain.length}`]);
      }),
    );
  });

  it('another hash, another previous hash, another number', () => {
    fc.assert(
      fc.property(aCase(), fc.nat(), fc.constantFrom('hash', 'previousHash', 'sequence'), (one, seed, member) => {
        const index = at(one.chain, seed);
        const entry = one.chain[index] as AuditEntry;
        const value =
          member === 'sequence' ? entry.sequence + 1 : entry.hash.replace(/./g, (d) => (d === '0' ? '1' : '0'));
        expect(found(one.chain.with(index, { ...entry, [member]: value }), one)).not.toEqual([]);
      }),
    );
  });

  it('a deletion: which entries are missing, also when the rest was renumbered', () => {
    fc.assert(
      fc.property(aCase(3), fc.nat(), fc.nat(), (one, seed, many) => {
        const from = 1 + (seed % (one.chain.length - 2));
        const count = 1 + (many % (one.chain.length - from - 1));
        const chain = one.chain.toSpliced(from, count);
        expect(kinds(found(chain, one))).toEqual([`missing ${from + 1}`]);
        expect(found(remade(one.organization, chain, from), one)).not.toEqual([]);
        const renumbered = chain.map((entry, index) => ({ ...entry, sequence: index + 1 }));
        expect(kinds(found(renumbered, one))).toContain(`edited ${from + 1}`);
      }),
    );
  });

  it('an insertion, as clever as it may be', () => {
    fc.assert(
      fc.property(aCase(), told, fc.nat(), (one, forged, seed) => {
        const index = at(one.chain, seed);
        const previous = one.chain[index - 1] ?? genesisOf(one.organization);
        const inserted = linkTo(previous, forged);
        const chain = one.chain.toSpliced(index, 0, inserted);
        expect(kinds(found(chain, one))).toEqual([`duplicate ${index + 1}`]);
        expect(kinds(found(remade(one.organization, chain, index), one))).toEqual([`rewritten ${one.chain.length}`]);
      }),
    );
  });

  it('an entry that is there twice, in the same page or another', () => {
    fc.assert(
      fc.property(aCase(), fc.nat(), (one, seed) => {
        const entry = one.chain[at(one.chain, seed)] as AuditEntry;
        const { findings } = verifyChain([one.chain, [entry]], one);
        expect(kinds(findings)).toEqual([`duplicate ${entry.sequence}`]);
        expect(found([...one.chain, entry], one)).not.toEqual([]);
      }),
    );
  });

  it('a reorder: of places, of numbers, of contents', () => {
    fc.assert(
      fc.property(aCase(4), fc.nat(), fc.nat(), (one, seed, distance) => {
        const { chain } = one;
        const left = at(chain, seed);
        const right = (left + 1 + (distance % (chain.length - 1))) % chain.length;
        const [a, b] = [chain[left] as AuditEntry, chain[right] as AuditEntry];
        const swapped = chain.with(left, b).with(right, a);
        expect(found(swapped, one).map(({ kind }) => kind)).toEqual(['reordered']);
        const renumbered = swapped.map((entry, index) => ({ ...entry, sequence: index + 1 }));
        expect(found(renumbered, one)[0]).toMatchObject({ kind: 'edited', sequence: Math.min(left, right) + 1 });
        expect(found(renumbered.map(renewed), one)).not.toEqual([]);
        const told = (entry: AuditEntry) => ({ ...entry, sequence: 0, previousHash: '' });
        fc.pre(hashOf(told(a)) !== hashOf(told(b)));
        expect(kinds(found(remade(one.organization, renumbered, Math.min(left, right)), one))).toEqual([
          `rewritten ${chain.length}`,
        ]);
      }),
    );
  });

  it('a truncation at either end, down to nothing at all', () => {
    fc.assert(
      fc.property(aCase(), fc.nat(), (one, seed) => {
        const { chain } = one;
        const kept = at(chain, seed);
        expect(kinds(found(chain.slice(0, kept), one))).toEqual([`truncated ${kept + 1}`]);
        if (kept === 0) return;
        expect(kinds(found(chain.slice(kept), one))).toEqual(['truncated 1']);
      }),
    );
  });

  it('a gap between the checkpoint and the part that should join it', () => {
    fc.assert(
      fc.property(aCase(3), fc.nat(), ({ organization, chain }, seed) => {
        const seen = 1 + (seed % (chain.length - 2));
        const checkpoint = newest(organization, chain.slice(0, seen));
        const { findings } = verifyChain([chain.slice(seen + 1)], { checkpoint, part: true });
        expect(kinds(findings)).toEqual([`missing ${seen + 1}`]);
      }),
    );
  });

  it('the chain of another organization, whole or from some entry on', () => {
    fc.assert(
      fc.property(aCase(2), fc.uuid(), fc.nat(), (one, other, seed) => {
        fc.pre(other !== one.organization);
        const foreign = chained(other, one.chain);
        expect(kinds(verifyChain([foreign], { organization: one.organization }).findings)).toEqual(['foreign 1']);
        const from = 1 + (seed % (one.chain.length - 1));
        const spliced = [...one.chain.slice(0, from), ...foreign.slice(from)];
        expect(kinds(found(spliced, one))).toEqual([`replaced ${from + 1}`, `rewritten ${one.chain.length}`]);
        const { findings } = verifyChain([one.chain], { organization: other, checkpoint: one.checkpoint });
        expect(kinds(findings)).toEqual(['foreign null']);
      }),
    );
  });

  it('a value that is no entry', () => {
    const [one] = fc.sample(aCase(), 1) as [Case];
    for (const stranger of [
      null,
      7,
      'entry',
      [],
      {},
      { ...one.chain[0], sequence: '1' },
      { ...one.chain[0], hash: null },
    ])
      expect(kinds(found([...one.chain, stranger], one))).toEqual(['malformed null']);
  });
});

describe('a finding', () => {
  it('says in plain words where it begins, the first one first', () => {
    const [{ chain, checkpoint }] = fc.sample(aCase(9), 1) as [Case];
    const bad = [chain[0], chain[4], { ...chain[6], action: 'x' }];
    expect(verifyChain([bad], { checkpoint }).findings.map(({ message }) => message)).toEqual([
      'Entries 2 to 4 are missing.',
      'Entry 6 is missing.',
      'Entry 7 is not what its hash was made of.',
      expect.stringMatching(/^Entr(y|ies) .* missing at the newest end, which the checkpoint has seen\.$/),
    ]);
  });
});
