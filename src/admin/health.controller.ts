import { Controller, Get } from '@nestjs/common';
import { Access } from '../auth/access.decorator.js';
import { Database } from '../platform/database/database.js';

@Controller('health')
export class HealthController {
  constructor(private readonly database: Database) {}

  /** Healthy means: it could answer a request now, so its database answers too. */
  @Get()
  @Access({ who: 'public', bare: true })
  async health() {
    await this.database.lookup('SELECT 1', []);
    return { status: 'ok', timestamp: new Date().toISOString() };
  }
}
