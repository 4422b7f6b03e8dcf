/** So many random bytes that nobody can foretell. */
export const randomBytes = (bytes: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(bytes))
