import { Controller, Get } from '@nestjs/common';
import { Access, Caller } from '../auth/access.decorator.js';
import type { Principal } from '../auth/principal.js';
import { MetricsService } from './metrics.service.js';

@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Get()
  @Access({ who: 'operator', plan: 'FREE' })
  read(@Caller() caller: Principal) {
    return this.metrics.read(caller);
  }
}
