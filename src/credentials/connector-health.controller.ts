import { Controller, Get } from '@nestjs/common';
import { Access, Caller } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { listOf } from '../platform/http/shape.js';
import { ConnectorHealthService } from './connector-health.service.js';
import { ConnectorHealthShape } from './credentials.dto.js';

@Controller('settings/connectors')
export class ConnectorHealthController {
  constructor(private readonly health: ConnectorHealthService) {}

  @Get('health')
  @Access({ may: 'read-credentials', plan: 'PRO' })
  @Answers('Check the connection to each provider', listOf(ConnectorHealthShape))
  check(@Caller() caller: Principal) {
    return this.health.check(caller);
  }
}
