import { http } from '../subjects/http.js';
import { itHolds } from './support/scenarios.js';

describe('http', () => itHolds('http', http));
