import { Module } from '@nestjs/common';
import { FoldJob } from './fold.job.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsService } from './metrics.service.js';

@Module({
  controllers: [MetricsController],
  providers: [FoldJob, MetricsService],
})
export class MetricsModule {}
