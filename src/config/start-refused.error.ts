/** The service does not start. The message tells the operator why and what to do, so it is shown without a stack. */
export class StartRefusedError extends Error {}
