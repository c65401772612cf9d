import { Module } from '@nestjs/common';
import { FoldJob } from './fold.job.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsService } from './metrics.service.js';
import { PolicyStatisticsController } from './policies/policy-statistics.controller.js';
import { PolicyStatisticsService } from './policies/policy-statistics.service.js';

@Module({
  controllers: [MetricsController, PolicyStatisticsController],
  providers: [FoldJob, MetricsService, PolicyStatisticsService],
})
export class MetricsModule {}
