import type { AccessOf } from '../connector.js';
import type { FactReader } from '../facts/facts.js';
import { pathFact } from '../facts/path-fact.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import { NotCapturable } from '../resource/resource.js';

const facts: FactReader = {
  names: ['target.path'],
  of: ({ payload }) => ({ 'target.path': pathFact(payload.path) }),
};

const access: AccessOf = async (context) => {
  const { baseUrl, authorization = '' } = context.credentials;
  if (!baseUrl) throw new NotCapturable('the credential has no base URL');
  return { base: new URL(baseUrlOf(context, '')), authorization };
};

/** This part of the provider is the same for each declaration. */
export const about = {
  id: 'http',
  facts,
  access,
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
