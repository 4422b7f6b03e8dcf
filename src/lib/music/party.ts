import { hourMs } from '../time/calendar.ts'

/** The longest that a listening party lasts, and the latest that it begins after its hour. */
export const partyLimits = { lastsMs: 6 * hourMs, lateMs: hourMs } as const

/** Leads into the room of a tape and lets the visitor listen along at once. */
export const alongPath = (slug: string): string => `/@${slug}/sideb#along`

/** How many people are counted who say that they will be at a party. */
export const mostGuests = 20_000

/** The key that a browser makes up for one party: 16 bytes in base64url. */
export const guestKeyPattern = /^[A-Za-z0-9_-]{22}$/
