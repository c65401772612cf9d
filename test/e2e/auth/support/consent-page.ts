const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#039;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const attribute = (tag: string, name: string) => unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

export interface ConsentForm {
  readonly action: URL;
  readonly fields: Record<string, string>;
}

/** Opens a provider's page as a browser sees it: one form for each person who may sign in. */
export async function openConsentPage(url: URL): Promise<{ status: number; text: string; forms: ConsentForm[] }> {
  const response = await fetch(url, { redirect: 'manual' });
  const text = await response.text();
  const forms = [...text.matchAll(/<form[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => ({
    action: new URL(attribute(form, 'action'), url),
    fields: Object.fromEntries(
      [...form.matchAll(/<input[^>]*>/g)].map(([input]) => [attribute(input, 'name'), attribute(input, 'value')]),
    ),
  }));
  return { status: response.status, text, forms };
}

/** Presses the button; gives where the provider sends the browser. */
export async function submit({ action, fields }: ConsentForm): Promise<URL> {
  const response = await fetch(action, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  return new URL(response.headers.get('location') ?? 'none:');
}
