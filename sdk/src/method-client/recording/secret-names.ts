const SECRET = /^(authorization|cookie|auth|hapikey|.*(api_?key|password|secret|token|private_?key|credential)s?)$/i;

/** Whether a member of a request by that name holds a secret, whatever the request is. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}
