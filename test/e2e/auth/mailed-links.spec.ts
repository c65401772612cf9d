import './mailed/invitations.js';
import './mailed/recovery.js';
import './mailed/verification.js';
import { mailedServices } from './mailed/services.js';

afterAll(async () => (await mailedServices()).stop());
