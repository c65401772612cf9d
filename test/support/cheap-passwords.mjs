/**
 * This file is loaded into each service under test: a password hash takes 64 KiB and under a millisecond. With the
 * costs of production (src/auth/passwords.spec.ts), each account of a test would take tens of milliseconds of a core.
 */
import { createRequire } from 'node:module';

const argon2 = createRequire(import.meta.url)('@node-rs/argon2');
const { hash } = argon2;
argon2.hash = (password, options) => hash(password, { ...options, memoryCost: 64 });
