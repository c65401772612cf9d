import { type HrTime, ValueType } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Registry } from 'prom-client';

interface Value {
  readonly value: number;
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly Value[];
}

const toHrTime = (ms: number): HrTime => [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000];

/** Gives OpenTelemetry the metrics that Prometheus scrapes: each is counted in one place, and has one name. */
export class PrometheusProducer implements MetricProducer {
  private readonly startTime = toHrTime(Date.now());

  constructor(
    private readonly registry: Registry,
    private readonly resource: Resource,
  ) {}

  async collect(): Promise<CollectionResult> {
    const found = (await this.registry.getMetricsAsJSON()) as unknown as readonly Metric[];
    const endTime = toHrTime(Date.now());
    const metrics = found.filter(({ values }) => values.length > 0).map((metric) => this.toData(metric, endTime));
    return {
      resourceMetrics: { resource: this.resource, scopeMetrics: [{ scope: { name: 'backstop' }, metrics }] },
      errors: [],
    };
  }

  private toData({ name, help, type, values }: Metric, endTime: HrTime): MetricData {
    const { startTime } = this;
    const common = {
      descriptor: { name, description: help, unit: name.endsWith('_seconds') ? 's' : '', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    if (type === 'histogram') {
      const dataPoints = histogramsOf(name, values).map((point) => ({ startTime, endTime, ...point }));
      return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints };
    }
    const dataPoints = values.map(({ labels, value }) => ({ startTime, endTime, attributes: labels, value }));
    return type === 'counter'
      ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
      : { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
  }
}

/** Prometheus counts each bucket with those below it, OpenTelemetry by itself. */
function histogramsOf(name: string, values: readonly Value[]) {
  const series = new Map<
    string,
    { attributes: Value['labels']; bounds: [number, number][]; sum: number; count: number }
  >();
  for (const { labels, value, metricName } of values) {
    const { le, ...attributes } = labels;
    const key = JSON.stringify(attributes);
    const one = series.get(key) ?? { attributes, bounds: [], sum: 0, count: 0 };
    series.set(key, one);
    if (metricName === `${name}_sum`) one.sum = value;
    else if (metricName === `${name}_count`) one.count = value;
    else if (le !== '+Inf') one.bounds.push([Number(le), value]);
  }
  return [...series.values()].map(({ attributes, bounds, sum, count }) => {
    const sorted = bounds.sort(([a], [b]) => a - b);
    const upTo = [...sorted.map(([, counted]) => counted), count];
    const counts = upTo.map((counted, index) => counted - (upTo[index - 1] ?? 0));
    return { attributes, value: { buckets: { boundaries: sorted.map(([bound]) => bound), counts }, sum, count } };
  });
}
