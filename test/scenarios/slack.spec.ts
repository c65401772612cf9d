import { slack } from '../support/matrix-of-scenarios/slack.js';
import { itHolds } from '../support/matrix-of-scenarios/scenarios.js';

describe('slack', () => itHolds(slack));
