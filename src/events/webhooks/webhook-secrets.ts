import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { KeyRing } from '../../credentials/key-ring.js';
import { open, seal } from '../../platform/envelope.js';

/** The secrets that a receiver's row holds sealed. */
export interface Secrets {
  /** `whsec_` and base64: what deliveries are signed with. */
  readonly secret?: string;
  /** The address of a Slack channel, which is all that one needs to write there. */
  readonly url?: string;
}

export interface Sealed {
  readonly wrappedKey: Buffer | null;
  readonly sealedValues: Buffer | null;
}

/** A secret by the rules of Standard Webhooks: 24 to 64 random bytes. */
export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** Sealed as credentials are: with a key used once, which the organization's key wraps, for this one row. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly keys: KeyRing) {}

  /** Holds the organization's key until the transaction ends. */
  async seal(em: EntityManager, organizationId: string, id: string, secrets: Secrets): Promise<Sealed> {
    const organizationKey = await this.keys.forWriting(em, organizationId);
    const context = contextOf(organizationId, id);
    const key = randomBytes(32);
    return {
      wrappedKey: seal(organizationKey, context, key),
      sealedValues: seal(key, context, Buffer.from(JSON.stringify(secrets))),
    };
  }

  /**
   * Opens the secrets; empty when none are sealed.
   * @throws SealError
   */
  async open(em: EntityManager, organizationId: string, id: string, sealed: Sealed): Promise<Secrets> {
    if (!sealed.wrappedKey || !sealed.sealedValues) return {};
    const context = contextOf(organizationId, id);
    const key = open(await this.keys.forReading(em, organizationId), context, sealed.wrappedKey);
    return JSON.parse(open(key, context, sealed.sealedValues).toString()) as Secrets;
  }
}

const contextOf = (organizationId: string, id: string) => `webhook ${organizationId} ${id}`;
