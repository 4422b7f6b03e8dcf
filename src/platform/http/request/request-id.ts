const valid = /^[A-Za-z0-9._-]{1,128}$/

/** Uses random bytes drawn once, and a counter. */
export function createRequestIds(random: (bytes: number) => Uint8Array): () => string {
  const prefix = Buffer.from(random(9)).toString('base64url')
  let count = 0
  return () => {
    count += 1
    return `${prefix}.${count.toString(36)}`
  }
}

/** Returns the caller's X-Request-Id when it is valid (rule: request-id), else a new one. */
export function requestIdOf(headers: Headers, make: () => string): string {
  const supplied = headers.get('x-request-id')
  return supplied !== null && valid.test(supplied) ? supplied : make()
}
