import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../../src/config/config.js';
import { rendered } from './support/helm-template.js';

const CHART = 'deploy/helm/backstop';
const UNIT = 'deploy/systemd/backstop.service';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const chart = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'));
const values = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'));

// biome-ignore lint/suspicious/noExplicitAny: manifests are looked at here alone.
type Manifest = any;

function manifests(own: object = {}): Manifest[] {
  const scope = {
    Values: { ...values, ...own },
    Release: { Name: 'backstop' },
    Chart: { AppVersion: chart.appVersion },
  };
  return readdirSync(join(CHART, 'templates')).flatMap((file) =>
    parseAllDocuments(rendered(readFileSync(join(CHART, 'templates', file), 'utf8'), scope))
      .map((document) => {
        expect([file, document.errors]).toEqual([file, []]);
        return document.toJSON();
      })
      .filter(Boolean),
  );
}

const podsIn = (found: Manifest[]) =>
  found.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)).map(({ spec }) => spec.template.spec);
const oneOf = (found: Manifest[], kind: string) => found.find((one) => one.kind === kind);

describe('The Helm chart', () => {
  it('renders the objects that its values ask for, and no others', () => {
    const kinds = (own: object) =>
      manifests(own)
        .map(({ kind }) => kind)
        .sort();
    expect(kinds({})).toEqual(['Deployment', 'Job', 'PodDisruptionBudget', 'Service', 'Service']);
    expect(kinds({ migrate: false, serviceMonitor: true, ingress: { ...values.ingress, enabled: true } })).toEqual(
      ['Deployment', 'Ingress', 'PodDisruptionBudget', 'Service', 'Service', 'ServiceMonitor'].sort(),
    );
  });

  it('has the version of the service, and an image with that version', () => {
    expect([chart.version, chart.appVersion]).toEqual([version, version]);
    expect(podsIn(manifests())[0].containers[0].image).toBe(`ghcr.io/backstop-dev/backstop:${version}`);
    expect(podsIn(manifests({ image: { ...values.image, tag: '9.9.9' } }))[0].containers[0].image).toMatch(/:9\.9\.9$/);
  });

  it('runs every container as another user than root, read-only, without capabilities and within limits', () => {
    const pods = podsIn(manifests());
    expect(pods).toHaveLength(2);
    for (const { securityContext, containers, automountServiceAccountToken } of pods) {
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(automountServiceAccountToken).toBe(false);
      for (const container of containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources.limits.memory).toMatch(/^\d+[GM]i$/);
      }
    }
  });

  it('asks live for restarts and ready for requests, and waits longer than the process takes to drain and stop', () => {
    const [stop = ''] = /STOPS_WITHIN_MS = ([\d_]+)/.exec(readFileSync('src/main.ts', 'utf8'))?.slice(1) ?? [];
    const deployment = oneOf(manifests(), 'Deployment');
    const { terminationGracePeriodSeconds, containers } = deployment.spec.template.spec;
    const [{ livenessProbe, readinessProbe, startupProbe, env }] = containers;
    expect([livenessProbe, readinessProbe, startupProbe].map(({ httpGet }) => httpGet.path)).toEqual([
      '/health/live',
      '/health/ready',
      '/health/live',
    ]);
    expect(terminationGracePeriodSeconds * 1_000).toBeGreaterThan(
      values.drainSeconds * 1_000 + Number(stop.replace('_', '')),
    );
    expect(values.drainSeconds).toBeGreaterThan(readinessProbe.periodSeconds * readinessProbe.failureThreshold);
    expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThan(60);
    expect(env).toContainEqual({ name: 'DRAIN_SECONDS', value: String(values.drainSeconds) });
    expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
  });

  it('sets variables that the service accepts, and gives the owner of the schema to the migration alone', () => {
    const [{ containers }] = podsIn([oneOf(manifests(), 'Deployment')]);
    const env: Record<string, string> = Object.fromEntries(
      containers[0].env.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    expect(env.MIGRATE_DATABASE_URL).toBe('');
    const secrets = {
      DATABASE_URL: 'postgres://a:b@c/d',
      JWT_SECRET: 'x'.repeat(32),
      ENCRYPTION_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
    };
    expect(readConfig({ ...env, ...secrets })).toMatchObject({ drainSeconds: values.drainSeconds, metricsPort: 9464 });
  });

  it('selects the pods of the processes by its Services and the budget, and not those of the migration', () => {
    const found = manifests();
    const labels = oneOf(found, 'Deployment').spec.template.metadata.labels;
    const selectors = found
      .filter(({ kind }) => ['Service', 'PodDisruptionBudget'].includes(kind))
      .map(({ spec }) => spec.selector.matchLabels ?? spec.selector);
    expect(selectors).toHaveLength(3);
    for (const selector of selectors) expect(labels).toMatchObject(selector);
    expect(oneOf(found, 'Job').spec.template.metadata.labels).not.toMatchObject(selectors[0]);
  });

  it('is refused by this test when a template names a value that does not exist', () => {
    expect(() => rendered('{{ .Values.replica }}', { Values: values })).toThrow('There is no .Values.replica.');
  });
});

describe('The systemd unit', () => {
  const lines = readFileSync(UNIT, 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line));
  const unit = new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));

  it('runs the service without root, with a read-only file system, limits, and time to drain and stop', () => {
    expect(unit.get('User')).toBe('backstop');
    expect(unit.get('ProtectSystem')).toBe('strict');
    expect(unit.get('KillMode')).toBe('mixed');
    expect(unit.get('NoNewPrivileges')).toBe('true');
    expect(unit.get('CapabilityBoundingSet')).toBe('');
    expect(unit.get('MemoryMax')).toBe('1G');
    expect(Number(unit.get('TimeoutStopSec'))).toBeGreaterThan(5 + 35);
  });
});
