/**
 * The service does not start. The message gives the operator the reason and the remedy, so it is shown without a stack.
 */
export class StartRefusedError extends Error {}
