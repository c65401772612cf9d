import { startMailedServices } from '../../../support/mailed-services.js';

export type Mailed = Awaited<ReturnType<typeof startMailedServices>>;

let started: Promise<Mailed> | undefined;

/** Starts the services that all tests of mailed links share; the suite stops them. */
export const mailedServices = (): Promise<Mailed> => {
  started ??= startMailedServices();
  return started;
};
