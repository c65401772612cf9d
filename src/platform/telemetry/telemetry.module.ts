import { Module } from '@nestjs/common';
import { MetricsListener } from './metrics-listener.js';

@Module({ providers: [MetricsListener] })
export class TelemetryModule {}
