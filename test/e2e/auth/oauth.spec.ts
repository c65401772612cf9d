import { rows } from '../../support/ledger.js';
import './sign-in/oauth.js';
import './sign-in/oauth-link.js';
import './sign-in/oauth-refusals.js';
import { signInServices } from './sign-in/services.js';

afterAll(async () => Promise.all([(await signInServices()).stop(), rows.end()]));
