import { Module } from '@nestjs/common';
import { MetricsListener } from './metrics-listener.js';
import { OpenFiles } from './open-files.js';

@Module({ providers: [MetricsListener, OpenFiles] })
export class TelemetryModule {}
