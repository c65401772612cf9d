import { Module } from '@nestjs/common';
import { MetricsListener } from './metrics-listener.js';
import { Otlp } from './otlp.js';

@Module({ providers: [MetricsListener, Otlp] })
export class TelemetryModule {}
