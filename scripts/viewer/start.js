// Reads only: a request that tried a route out would need a credential in the page.
window.SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#viewer',
  deepLinking: true,
  supportedSubmitMethods: [],
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
});
