const QUALITY = /;\s*q=([0-9.]+)\s*$/i;

/**
 * True when an `Accept` header ranks HTML above JSON, as a browser's does. A tie, no header and an unknown type mean
 * JSON.
 */
export function prefersHtml(accept: string | undefined): boolean {
  const { html, json } = qualitiesOf(accept);
  return html > json;
}

/** True when the header ranks JSON above HTML, as the header of a program with a preference does. */
export function prefersJson(accept: string | undefined): boolean {
  const { html, json } = qualitiesOf(accept);
  return json > html;
}

function qualitiesOf(accept: string | undefined): { html: number; json: number } {
  const ranges = (accept ?? '').split(',').map((range) => {
    const [type = ''] = range.split(';');
    return { type: type.trim().toLowerCase(), quality: Number(QUALITY.exec(range)?.[1] ?? 1) };
  });
  // The most specific range that fits decides (RFC 9110, section 12.5.1).
  const qualityOf = (...fitting: string[]) =>
    fitting.flatMap((type) => ranges.find((range) => range.type === type)?.quality ?? [])[0] ?? 0;
  return {
    html: qualityOf('text/html', 'text/*', '*/*'),
    json: qualityOf('application/json', 'application/*', '*/*'),
  };
}
