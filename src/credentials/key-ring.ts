import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../config/config.js';
import type { RowLock } from '../platform/database/database.js';
import { open, SealError, seal } from '../platform/envelope.js';
import { OrganizationKeyEntity } from './organization-key.entity.js';

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
    const wrappedKey = this.wrap(organizationId, root, randomBytes(32));
    const fresh = { organizationId, rootKey: root, wrappedKey };
    await em.createQueryBuilder().insert().into(OrganizationKeyEntity).values(fresh).orIgnore().execute();
    await this.rewrap(em, organizationId);
    return this.forReading(em, organizationId);
  }

  /**
   * Answers true when the key was wrapped with an older root key. Its row stays locked until the transaction ends.
   * @throws SealError
   */
  async rewrap(em: EntityManager, organizationId: string): Promise<boolean> {
    const { key, rootKey } = await this.read(em, organizationId, { mode: 'for_no_key_update' });
    if (rootKey === this.newestRoot) return false;
    const wrappedKey = this.wrap(organizationId, this.newestRoot, key);
    await em.update(OrganizationKeyEntity, { organizationId }, { rootKey: this.newestRoot, wrappedKey });
    return true;
  }

  /** The version by which new wraps are made. */
  get newestRoot(): number {
    return Math.max(...this.config.encryptionKeys.keys());
  }

  async forReading(em: EntityManager, organizationId: string): Promise<Buffer> {
    return (await this.read(em, organizationId)).key;
  }

  /** Gives the organization a key that it had in another installation, wrapped by the newest root key of this one. */
  async adopt(em: EntityManager, organizationId: string, key: Buffer): Promise<void> {
    const rootKey = this.newestRoot;
    const wrappedKey = this.wrap(organizationId, rootKey, key);
    await em.insert(OrganizationKeyEntity, { organizationId, rootKey, wrappedKey });
  }

  /** Null when the organization never had a secret. @throws SealError */
  async keyOf(em: EntityManager, organizationId: string): Promise<Buffer | null> {
    return (await em.existsBy(OrganizationKeyEntity, { organizationId })) ? this.forReading(em, organizationId) : null;
  }

  /** Every secret of the organization is noise from here on, in backups made later too. */
  async destroy(em: EntityManager, organizationId: string): Promise<void> {
    await em.delete(OrganizationKeyEntity, { organizationId });
  }

  private async read(
    em: EntityManager,
    organizationId: string,
    lock?: RowLock,
  ): Promise<{ key: Buffer; rootKey: number }> {
    const row = await em.findOne(OrganizationKeyEntity, { where: { organizationId }, lock });
    if (!row) throw new SealError('the organization has no key');
    return { key: this.unwrap(organizationId, row.rootKey, row.wrappedKey), rootKey: row.rootKey };
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
