/** The reason with which a capture, and a check of the credential, fail. */
export const READ_REPLICA =
  'the credential reaches a read replica, or to a server that only reads: nothing is captured there, because it may be behind, and nothing can be undone; store the address of the primary';
