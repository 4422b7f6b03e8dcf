/** The kinds of tapes, and what people call them. */
export const tapeKinds = { ALBUM: 'Album', EP: 'EP', SINGLE: 'Single', LIVE: 'Live', DEMO: 'Demo' } as const

export type TapeKind = keyof typeof tapeKinds

/** The characters of a tape's word. */
export const wordPattern = /^[a-z0-9-]{2,40}$/

/** The most tapes of an artist. */
export const mostTapes = 100
