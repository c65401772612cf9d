import { createHmac, type Hmac, hkdfSync } from 'node:crypto';
import { open, seal } from '../../platform/envelope.js';
import { UsageError } from '../archive/arguments.js';

const FORMAT = /^[A-Za-z0-9+/]{43}=$/;

/** The key that two installations share while an organization moves from one to the other. */
export class TransferKey {
  private readonly sealing: Buffer;
  private readonly signing: Buffer;

  /** @throws UsageError */
  constructor(text: string | undefined) {
    if (!text || !FORMAT.test(text)) throw new UsageError('Set TRANSFER_KEY to the base64 of 32 random bytes.');
    const derive = (use: string) => Buffer.from(hkdfSync('sha256', Buffer.from(text, 'base64'), '', use, 32));
    this.sealing = derive('backstop transfer seal');
    this.signing = derive('backstop transfer sign');
  }

  /** @param use what the key is for, which is authenticated: a key that was sealed for one use opens for no other */
  seal(organizationId: string, use: string, key: Buffer): string {
    return seal(this.sealing, contextOf(organizationId, use), key).toString('base64');
  }

  /** @throws SealError */
  open(organizationId: string, use: string, sealed: string): Buffer {
    return open(this.sealing, contextOf(organizationId, use), Buffer.from(sealed, 'base64'));
  }

  signature(): Hmac {
    return createHmac('sha256', this.signing);
  }
}

const contextOf = (organizationId: string, use: string) => `transfer of ${organizationId} ${use}`;
