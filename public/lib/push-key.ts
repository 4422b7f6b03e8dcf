/**
 * The storage key of a person's subscription to pushes in this browser; the next person who signs
 * in here has another one.
 */
export const pushKeyOf = (handle: string) => `push-id ${handle}`
