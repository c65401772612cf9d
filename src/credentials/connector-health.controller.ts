import { Controller, Get } from '@nestjs/common';
import { Access, Caller } from '../auth/access.decorator.js';
import type { Principal } from '../auth/principal.js';
import { ConnectorHealthService } from './connector-health.service.js';

@Controller('settings/connectors')
export class ConnectorHealthController {
  constructor(private readonly health: ConnectorHealthService) {}

  @Get('health')
  @Access({ who: 'operator', plan: 'PRO' })
  check(@Caller() caller: Principal) {
    return this.health.check(caller);
  }
}
