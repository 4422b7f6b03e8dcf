/** The next person who signs in here has another key. */
export const pushKeyOf = (handle: string) => `push-id ${handle}` as const
