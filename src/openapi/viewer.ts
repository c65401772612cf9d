/** The files of the viewer that the page loads, with their media types. */
export const VIEWER_FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'start.js': 'text/javascript; charset=utf-8',
};

/** Reads only: a request that tried a route out would need a credential in the page, so nothing asks for one. */
export const START = `const nothing = () => () => null;
window.SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#viewer',
  deepLinking: true,
  supportedSubmitMethods: [],
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  plugins: [() => ({ wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing } })],
});
`;

/** It runs the service's own files alone, and asks the service alone. */
export const VIEWER_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
} as const;

/** Every address is relative, so the page also works below a path of a proxy. */
export const VIEWER_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Backstop: reference of its routes</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<div id="viewer"></div>
<noscript><p>This page needs scripts; <a href="openapi.json">openapi.json</a> says the same.</p></noscript>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</html>
`;
