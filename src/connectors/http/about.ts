import { httpAccess } from './access.js';
import { facts } from './facts.js';

/** This part of the provider is the same for each declaration. */
export const about = {
  id: 'http',
  facts,
  access: httpAccess,
  title: 'Any REST API',
  verified: true,
  apiVersion: 'JSON over HTTP',
  credentialFields: [
    {
      name: 'baseUrl',
      required: true,
      isPublic: true,
      description: 'https://host/path; the paths of calls are below it.',
    },
    { name: 'authorization', required: false, description: 'The value of the Authorization header.' },
    {
      name: 'probePath',
      required: false,
      isPublic: true,
      description: 'What a GET of proves the credential; / unless set.',
    },
    {
      name: 'accountPath',
      required: false,
      isPublic: true,
      description: 'Path whose GET answers the id of the account, with a JSON pointer: /me#/id.',
    },
    {
      name: 'operations',
      required: true,
      isPublic: true,
      description: 'JSON: what undoes which calls. docs/connectors/http.md shows how.',
    },
  ],
};
