/** A request, as far as it says whether it changes anything. */
interface Request {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers?: unknown;
  readonly parameters?: unknown;
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Headers and parameters of a query by which servers take a request for one of another method. */
const OVERRIDE = /^(x-http-method(-override)?|x-method-override|_method|\$httpmethod)$/i;

/** True if the HTTP method of a request changes nothing, and nothing in the request overrides the method. */
export function readsByMethod(request: Request): boolean {
  return READING.has(request.method.toUpperCase()) && !overridesMethod(request);
}

export function overridesMethod({ path, headers, parameters }: Omit<Request, 'method'>): boolean {
  const [, query = ''] = path.split('?');
  const names = [...new URLSearchParams(query).keys(), ...namesOf(headers), ...namesOf(parameters)];
  return names.some((name) => OVERRIDE.test(name));
}

function namesOf(value: unknown): string[] {
  if (value instanceof Headers) return [...value.keys()];
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}
