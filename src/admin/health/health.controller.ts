import { Controller, Get } from '@nestjs/common';
import { Access } from '../../auth/access/access.decorator.js';
import { Database } from '../../platform/database/database.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { Health } from '../admin.dto.js';
import { Readiness } from './readiness.js';

const answered = (status: string) => ({ status, timestamp: new Date().toISOString() });

@Controller('health')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly readiness: Readiness,
  ) {}

  /** Healthy means: it could answer a request now, so its database answers too. */
  @Get()
  @Access({ who: 'public', bare: true })
  @Answers('Check that the service works', Health)
  async health() {
    await this.database.lookup('SELECT 1', []);
    return answered('ok');
  }

  @Get('live')
  @Access({ who: 'public', bare: true })
  @Answers('Check that the process runs, without its database', Health)
  live() {
    return answered('ok');
  }

  @Get('ready')
  @Access({ who: 'public', bare: true })
  @Answers('Check whether the process accepts new requests', Health, 'not-ready')
  async ready() {
    await this.readiness.require();
    return answered('ready');
  }
}
