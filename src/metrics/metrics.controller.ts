import { Controller, Get } from '@nestjs/common';
import { Access, Caller } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { Metrics } from './metrics.dto.js';
import { MetricsService } from './metrics.service.js';

@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Get()
  @Access({ may: 'read-metrics', plan: 'FREE' })
  @Answers('Read the figures of the organization', Metrics)
  read(@Caller() caller: Principal) {
    return this.metrics.read(caller);
  }
}
