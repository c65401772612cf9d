/** The last known health of a connector (docs/contract.md, "Credentials and registry"). */
export interface ConnectorHealth {
  readonly connector: string;
  readonly status: 'healthy' | 'unhealthy' | 'unconfigured';
  /** ISO 8601; null when there was nothing to check. */
  readonly checkedAt: string | null;
  /** The time until the provider answered, or until the check gave up. */
  readonly latencyMs: number | null;
  /** A sentence for an operator that names the fault; null when there is none. */
  readonly detail: string | null;
}

/** The result of the check of one credential. */
export interface Finding {
  readonly ok: boolean;
  readonly latencyMs: number;
  readonly detail: string | null;
}

export interface Check extends Finding {
  readonly checkedAt: Date;
}

export const checked = (connector: string, { ok, checkedAt, latencyMs, detail }: Check): ConnectorHealth => ({
  connector,
  status: ok ? 'healthy' : 'unhealthy',
  checkedAt: checkedAt.toISOString(),
  latencyMs,
  detail,
});

export const unconfigured = (connector: string): ConnectorHealth => ({
  connector,
  status: 'unconfigured',
  checkedAt: null,
  latencyMs: null,
  detail: `No credential is stored; PUT /settings/credentials/${connector} stores one.`,
});
