const SECRET = /^(authorization|cookie|auth|hapikey|.*(api_?key|password|secret|token|private_?key|credential)s?)$/i;

/** Tells whether a member of that name holds a secret, in any request. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}
