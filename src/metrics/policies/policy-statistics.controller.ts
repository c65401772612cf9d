import { Controller, Get, Query } from '@nestjs/common';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { Id } from '../../platform/http/input/validation.pipe.js';
import { PolicyStatistics, PolicyStatisticsQuery } from './policy-statistics.dto.js';
import { PolicyStatisticsService } from './policy-statistics.service.js';

@Controller('policies/:id/statistics')
export class PolicyStatisticsController {
  constructor(private readonly statistics: PolicyStatisticsService) {}

  @Get()
  @Access({ may: 'read-policies', plan: 'TEAM' })
  @Answers('Read the statistics of a policy', PolicyStatistics)
  read(@Caller() caller: Principal, @Id('id', 'policy') id: string, @Query() query: PolicyStatisticsQuery) {
    return this.statistics.read(caller, id, query);
  }
}
