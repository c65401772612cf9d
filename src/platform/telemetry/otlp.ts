import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { context, trace } from '@opentelemetry/api';
import { collectDefaultMetrics } from 'prom-client';
import { Config } from '../../config/config.js';
import { installation } from '../installation.js';
import { PinoLogger } from '../logging/pino-logger.js';
import { registry } from './meters.js';
import { switchTracingOn } from './tracing.js';

/** The rest is sent within this time when the process stops; a collector that hangs delays it no longer. */
const SENT_WITHIN_MS = 2_000;
const METRICS_EVERY_MS = 15_000;

/** Sends traces and metrics to a collector where `OTEL_EXPORTER_OTLP_ENDPOINT` names one. */
@Injectable()
export class Otlp implements OnModuleInit, OnApplicationShutdown {
  private stops: (() => Promise<void>)[] = [];

  constructor(
    private readonly config: Config,
    private readonly logger: PinoLogger,
  ) {}

  /** The packages are loaded only here; they read the other `OTEL_…` variables themselves. */
  async onModuleInit(): Promise<void> {
    if (this.config.otlpEndpoint === null) return;
    const [traces, metrics, sending, measuring, resources, contexts] = await Promise.all([
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/sdk-metrics'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/exporter-metrics-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
    ]);
    const { PrometheusProducer } = await import('./prometheus-producer.js');
    const resource = resources
      .resourceFromAttributes({ 'service.name': 'backstop', 'service.version': installation.version })
      .merge(resources.detectResources({ detectors: [resources.envDetector] }));
    const provider = new traces.BasicTracerProvider({
      resource,
      spanProcessors: [new traces.BatchSpanProcessor(new sending.OTLPTraceExporter())],
    });
    context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(provider);
    collectDefaultMetrics({ register: registry });
    const reader = new metrics.PeriodicExportingMetricReader({
      exporter: new measuring.OTLPMetricExporter(),
      exportIntervalMillis: METRICS_EVERY_MS,
      metricProducers: [new PrometheusProducer(registry, resource)],
    });
    const meters = new metrics.MeterProvider({ resource, readers: [reader] });
    this.stops = [() => provider.shutdown(), () => meters.shutdown()];
    switchTracingOn();
    this.logger.info({ endpoint: new URL(this.config.otlpEndpoint).origin }, 'traces and metrics are sent by OTLP');
  }

  async onApplicationShutdown(): Promise<void> {
    const sent = Promise.allSettled(this.stops.map((stop) => stop()));
    await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, SENT_WITHIN_MS).unref())]);
  }
}
