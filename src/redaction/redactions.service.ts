import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AtEpoch } from '../auth/access/principal.js';
import { EpochCache } from '../auth/organizations/epoch-cache.js';
import { OrganizationEpochs } from '../auth/organizations/organization-epochs.js';
import { KeyRing } from '../credentials/key-ring.js';
import { Database } from '../platform/database/database.js';
import { open } from '../platform/envelope.js';
import { PatternTrie, parsePattern } from '../policies/pattern.js';
import { compileAlikeKey } from '../policies/values/alike-key.js';
import { CallRedactor, type Sealed, sealContext } from './call-redactor.js';
import type { KnownValue } from './known-values.js';
import { parsePath } from './path.js';
import type { CallRules, Part, PathRule, Segment } from './redaction.js';
import { redactionSettingsOf } from './settings/redaction-settings.service.js';

/** The rules of an organization, by the names of calls. */
interface Compiled {
  /** Null for an organization that has never had a rule, and so has nothing sealed. */
  readonly key: Buffer | null;
  readonly isActive: boolean;
  rulesOf(apiName: string): CallRules;
}

/** Opens what was sealed for the row with an id. */
export type Opener = (id: string, part: Part | 'notes', sealed: string) => Sealed;

/** Replaces values of calls before they are stored, and finds them again for the undo (docs/contract.md, "Redaction"). */
@Injectable()
export class Redactions {
  private readonly compiled = new EpochCache((organizationId) => this.compile(organizationId));

  constructor(
    private readonly database: Database,
    private readonly epochs: OrganizationEpochs,
    private readonly keys: KeyRing,
  ) {}

  /** True when the organization has any rule, as current as the caller's epoch. */
  async isActive(caller: AtEpoch): Promise<boolean> {
    return (await this.compiled.get(caller)).isActive;
  }

  /**
   * Null when nothing of such a call is replaced.
   * @param known values that were taken out of the call before
   */
  async of(caller: AtEpoch, apiName: string, known: readonly KnownValue[] = []): Promise<CallRedactor | null> {
    const { key, isActive, rulesOf } = await this.compiled.get(caller);
    if (key === null || (!isActive && known.length === 0)) return null;
    const rules = rulesOf(apiName);
    if (rules.kinds.length === 0 && rules.rules.length === 0 && known.length === 0) return null;
    return new CallRedactor(caller.organizationId, key, rules, known);
  }

  /** Makes a redactor for work outside of a request; the rules are at most half a second old. */
  async ofNow(
    organizationId: string,
    apiName: string,
    known: readonly KnownValue[] = [],
  ): Promise<CallRedactor | null> {
    const epoch = await this.epochs.current(organizationId);
    return epoch === null ? null : this.of({ organizationId, epoch }, apiName, known);
  }

  async opener(em: EntityManager, organizationId: string): Promise<Opener> {
    const key = await this.keys.forReading(em, organizationId);
    return (id, part, sealed) =>
      JSON.parse(open(key, sealContext(organizationId, id, part), Buffer.from(sealed, 'base64')).toString());
  }

  private compile(organizationId: string): Promise<Compiled> {
    return this.database.transaction(organizationId, async (em) => {
      const settings = await redactionSettingsOf(em, organizationId);
      if (settings === null) return { key: null, isActive: false, rulesOf: () => NO_RULES };
      const { kinds, rules } = settings;
      const trie = new PatternTrie<PathRule>();
      for (const { name, apiNamePattern, path } of rules) {
        const { part, names } = parsePath(path);
        trie.add(parsePattern(apiNamePattern), { name, part, segments: names.map(segmentOf) });
      }
      return {
        key: await this.keys.forReading(em, organizationId),
        isActive: kinds.length > 0 || rules.length > 0,
        rulesOf: (apiName) => ({ kinds, rules: trie.find(apiName) }),
      };
    });
  }
}

const NO_RULES: CallRules = { kinds: [], rules: [] };

function segmentOf(name: string): Segment {
  if (name === '*') return 'any';
  return name === '**' ? 'deep' : { name, isAlike: compileAlikeKey(name) };
}
