import { Module } from '@nestjs/common';
import { ActionsModule } from '../actions/actions.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { AdviceController } from './advice/advice.controller.js';
import { AdviceService } from './advice/advice.service.js';
import { FoldJob } from './fold.job.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsService } from './metrics.service.js';
import { PolicyStatisticsController } from './policies/policy-statistics.controller.js';
import { PolicyStatisticsService } from './policies/policy-statistics.service.js';

@Module({
  imports: [ActionsModule, PoliciesModule],
  controllers: [AdviceController, MetricsController, PolicyStatisticsController],
  providers: [AdviceService, FoldJob, MetricsService, PolicyStatisticsService],
})
export class MetricsModule {}
