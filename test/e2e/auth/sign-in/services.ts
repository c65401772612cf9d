import { startSignIn } from '../support/sign-in.js';

let started: ReturnType<typeof startSignIn> | undefined;

/** Starts the two providers and the two processes that all tests of signing in at a provider share; the suite stops them. */
export const signInServices = () => {
  started ??= startSignIn({ processes: 2 });
  return started;
};
