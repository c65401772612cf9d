/** Returns the page on which the service explains a refusal. */
export const errorsPage = (code: string) => `/errors/${encodeURIComponent(code)}`;
