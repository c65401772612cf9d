import { Module } from '@nestjs/common';
import { MetricsListener } from './metrics-listener.js';
import { OpenFiles } from './open-files.js';
import { Otlp } from './otlp.js';

@Module({ providers: [MetricsListener, OpenFiles, Otlp] })
export class TelemetryModule {}
