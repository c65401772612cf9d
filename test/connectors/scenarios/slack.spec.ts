import { slack } from '../subjects/slack.js';
import { itHolds } from './support/scenarios.js';

describe('slack', () => itHolds('slack', slack));
