import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../config/config.js';
import { newId } from '../platform/ids.js';
import { open, SealError, seal } from './envelope.js';

/**
 * The keys between the installation's root key and a secret: a root key wraps one key per organization, which wraps a
 * key used once per version of a credential. Several root keys may be live; the highest is used for new wraps, and an
 * organization's key is wrapped anew by it when it is next written with.
 */
@Injectable()
export class KeyRing {
  constructor(private readonly config: Config) {}

  /** The organization's key, made on first use; its row stays locked until the transaction ends. */
  async forWriting(em: EntityManager, organizationId: string): Promise<Buffer> {
    const root = this.newestRoot;
    await em.query(
      `INSERT INTO organization_keys (id, organization_id, root_key, wrapped_key) VALUES ($1, $2, $3, $4)
       ON CONFLICT (organization_id) DO NOTHING`,
      [newId(), organizationId, root, this.wrap(organizationId, root, randomBytes(32))],
    );
    await this.rewrap(em, organizationId);
    return this.forReading(em, organizationId);
  }

  /** Whether the key was behind. Its row stays locked until the transaction ends. @throws SealError */
  async rewrap(em: EntityManager, organizationId: string): Promise<boolean> {
    const { key, rootKey } = await this.read(em, organizationId, 'FOR NO KEY UPDATE');
    if (rootKey === this.newestRoot) return false;
    await em.query('UPDATE organization_keys SET root_key = $2, wrapped_key = $3 WHERE organization_id = $1', [
      organizationId,
      this.newestRoot,
      this.wrap(organizationId, this.newestRoot, key),
    ]);
    return true;
  }

  /** The version by which new wraps are made. */
  get newestRoot(): number {
    return Math.max(...this.config.encryptionKeys.keys());
  }

  async forReading(em: EntityManager, organizationId: string): Promise<Buffer> {
    return (await this.read(em, organizationId, '')).key;
  }

  /** Every secret of the organization is noise from here on, in backups made later too. */
  async destroy(em: EntityManager, organizationId: string): Promise<void> {
    await em.query('DELETE FROM organization_keys WHERE organization_id = $1', [organizationId]);
  }

  private async read(
    em: EntityManager,
    organizationId: string,
    lock: string,
  ): Promise<{ key: Buffer; rootKey: number }> {
    const [row]: { root_key: number; wrapped_key: Buffer }[] = await em.query(
      `SELECT root_key, wrapped_key FROM organization_keys WHERE organization_id = $1 ${lock}`,
      [organizationId],
    );
    if (!row) throw new SealError('the organization has no key');
    return { key: this.unwrap(organizationId, row.root_key, row.wrapped_key), rootKey: row.root_key };
  }

  /** @throws SealError when the root key is missing or another */
  unwrap(organizationId: string, version: number, wrapped: Buffer): Buffer {
    const root = this.config.encryptionKeys.get(version);
    if (!root) throw new SealError(`root key ${version} is not at hand`);
    return open(root, contextOf(organizationId, version), wrapped);
  }

  private wrap(organizationId: string, version: number, key: Buffer): Buffer {
    const root = this.config.encryptionKeys.get(version);
    if (!root) throw new Error('there is no current encryption key');
    return seal(root, contextOf(organizationId, version), key);
  }
}

const contextOf = (organizationId: string, rootKey: number) => `organization-key ${organizationId} root ${rootKey}`;
