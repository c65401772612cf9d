import { itHolds } from '../support/matrix-of-scenarios/scenarios.js';
import { slack } from '../support/matrix-of-scenarios/slack.js';

describe('slack', () => itHolds('slack', slack));
