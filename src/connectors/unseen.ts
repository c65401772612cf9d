/** A note beside the remaining effects, when neither a call nor its answer shows what the call replaced. */
export const UNSEEN =
  'What another client wrote there between the capture and the call is not restored: nothing shows it.';
