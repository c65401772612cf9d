import { github } from '../subjects/github.js';
import { itHolds } from './support/scenarios.js';

describe('github', () => itHolds('github', github));
