import { dynamodb } from '../support/matrix-of-scenarios/dynamodb.js';
import { gdrive } from '../support/matrix-of-scenarios/gdrive.js';
import { github } from '../support/matrix-of-scenarios/github.js';
import { gmail } from '../support/matrix-of-scenarios/gmail.js';
import { http } from '../support/matrix-of-scenarios/http.js';
import { s3 } from '../support/matrix-of-scenarios/s3.js';
import { itHolds } from '../support/matrix-of-scenarios/scenarios.js';
import { slack } from '../support/matrix-of-scenarios/slack.js';
import { stripe } from '../support/matrix-of-scenarios/stripe.js';

describe.each([
  ['dynamodb', dynamodb],
  ['gdrive', gdrive],
  ['github', github],
  ['gmail', gmail],
  ['http', http],
  ['s3', s3],
  ['slack', slack],
  ['stripe', stripe],
])('%s', (_, open) => itHolds(open));
