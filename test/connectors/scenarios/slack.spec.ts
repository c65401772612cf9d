import { itHolds } from './support/scenarios.js';
import { slack } from './support/slack.js';

describe('slack', () => itHolds('slack', slack));
