import { hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { open, seal } from '../../platform/envelope.js';
import { validationFailed } from '../../platform/errors.js';
import { BEFORE_ALL, type CountingServer, cursorText, type ExportPlace, isOf, parseCursor } from './export-cursor.js';

/**
 * Seals the places of an export for its organization: a cursor would tell how many transactions all organizations made,
 * and a client could write one.
 */
@Injectable()
export class ExportCursors {
  private readonly key: Buffer;

  constructor(config: Config) {
    this.key = Buffer.from(hkdfSync('sha256', config.jwtKey, '', 'backstop export cursor', 32));
  }

  write(organizationId: string, server: CountingServer, place: ExportPlace): string {
    return seal(this.key, contextOf(organizationId), Buffer.from(cursorText(server, place))).toString('base64url');
  }

  /** @throws 400 for a cursor that is none, or is of another database */
  read(organizationId: string, server: CountingServer, cursor: string | undefined): ExportPlace {
    if (cursor === undefined) return BEFORE_ALL;
    const parsed = parseCursor(this.opened(organizationId, cursor));
    if (!parsed) throw validationFailed('cursor', 'must be the `cursor` of a line of an earlier export');
    if (isOf(parsed, server)) return parsed;
    throw validationFailed('cursor', 'is from before a failover or of another database: start again with `since`');
  }

  private opened(organizationId: string, cursor: string): string {
    try {
      return open(this.key, contextOf(organizationId), Buffer.from(cursor, 'base64url')).toString();
    } catch {
      return '';
    }
  }
}

const contextOf = (organizationId: string) => `export cursor of ${organizationId}`;
