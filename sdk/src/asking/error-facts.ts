/** Codes of errors before anything was sent: no server listens there, or the name does not resolve. */
export const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Returns the HTTP status that the client's error holds: `status`, `statusCode`, `response.status`,
 * `$metadata.httpStatusCode`, a number as `code`.
 */
export function statusOf(error: unknown): number | null {
  const { status, statusCode, code, response, $metadata } = fieldsOf(error);
  const candidates = [status, statusCode, fieldsOf(response).status, fieldsOf($metadata).httpStatusCode, code];
  return (
    candidates.find((one): one is number => Number.isInteger(one) && Number(one) >= 100 && Number(one) < 600) ?? null
  );
}

/** Returns the codes of the error and of its causes, also of several attempts at one connection. */
export function codesOf(error: unknown, depth = 0): string[] {
  if (depth > 4) return [];
  const { code, errno, cause, original, detail, errors } = fieldsOf(error);
  const own = [code, errno].filter((one): one is string => typeof one === 'string');
  const inner = [cause, original, detail, ...(Array.isArray(errors) ? errors : [])];
  return [
    ...own,
    ...inner.filter((one) => typeof one === 'object' && one !== null).flatMap((one) => codesOf(one, depth + 1)),
  ];
}

/** The SQLSTATE that a database answered with; null when it answered nothing. */
export function sqlStateOf(error: unknown): string | null {
  const { code, severity, sqlState } = fieldsOf(error);
  if (typeof sqlState === 'string') return sqlState;
  return typeof severity === 'string' && typeof code === 'string' ? code : null;
}

export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
