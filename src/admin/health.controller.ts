import { Controller, Get } from '@nestjs/common';
import { Access } from '../auth/access/access.decorator.js';
import { Database } from '../platform/database/database.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { Health } from './admin.dto.js';

@Controller('health')
export class HealthController {
  constructor(private readonly database: Database) {}

  /** Healthy means: it could answer a request now, so its database answers too. */
  @Get()
  @Access({ who: 'public', bare: true })
  @Answers('Whether the service could answer a request', Health)
  async health() {
    await this.database.lookup('SELECT 1', []);
    return { status: 'ok', timestamp: new Date().toISOString() };
  }
}
