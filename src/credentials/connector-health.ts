/** One connector as it was last seen (docs/contract.md, "Credentials and registry"). */
export interface ConnectorHealth {
  readonly connector: string;
  readonly status: 'healthy' | 'unhealthy' | 'unconfigured';
  /** ISO 8601; null when there was nothing to check. */
  readonly checkedAt: string | null;
  /** How long the provider took to answer, or to be given up. */
  readonly latencyMs: number | null;
  /** What is wrong, in a sentence for an operator; null when nothing is. */
  readonly detail: string | null;
}

/** What a check of one credential found. */
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
