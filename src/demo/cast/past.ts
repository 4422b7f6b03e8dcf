import { createRandom, pick } from '../random.ts'

/** One of the cast, or a guest, buys a tape so many days ago for `extra` cents above its price. */
export type Sale = { readonly by: string; readonly slug: string; readonly daysAgo: number; readonly extra: number }

/** So many days the demo's artist has been selling and was played. */
export const pastDays = 60

const random = createRandom(60)
const tapes = ['mara-velo', 'mara-velo', 'mara-velo.kitchen', 'mara-velo.bus-window-rain'] as const
const extras = [0, 0, 0, 100, 300] as const

/** Guests who buy of the demo's artist: seldom at first, and more often of late. */
const guests = Array.from({ length: pastDays }, (_, day) => pastDays - day)
  .filter((daysAgo) => random() < 0.75 - daysAgo / 110)
  .map((daysAgo, at) => ({
    by: `listener-${at + 1}@example.com`,
    slug: pick(random, tapes),
    daysAgo,
    extra: pick(random, extras),
  }))

/** The sales of the past by whose tape it is, the oldest first. */
export const SALES: Readonly<Record<string, readonly Sale[]>> = {
  'mara-velo': [
    ...guests,
    { by: 'paper-boats', slug: 'mara-velo', daysAgo: 41, extra: 300 },
    { by: 'low-tide', slug: 'mara-velo', daysAgo: 26, extra: 0 },
    { by: 'low-tide', slug: 'mara-velo.bus-window-rain', daysAgo: 26, extra: 50 },
    { by: 'pencil-wind', slug: 'mara-velo', daysAgo: 12, extra: 500 },
    { by: 'chrome-kid', slug: 'mara-velo.kitchen', daysAgo: 0, extra: 0 },
  ].toSorted((a, b) => b.daysAgo - a.daysAgo),
  'paper-boats': [{ by: 'mara-velo', slug: 'paper-boats', daysAgo: 1, extra: 0 }],
  'low-tide': [{ by: 'plain-dub', slug: 'low-tide', daysAgo: 2, extra: 100 }],
  'pencil-wind': [{ by: 'chrome-kid', slug: 'pencil-wind', daysAgo: 0, extra: 0 }],
  'chrome-kid': [{ by: 'mara-velo', slug: 'chrome-kid', daysAgo: 5, extra: 200 }],
  'night-kettle': [{ by: 'paper-boats', slug: 'night-kettle', daysAgo: 0, extra: 0 }],
}

/** Hosts that listeners came from, null for none, and the languages of their browsers. */
export const SOURCES = [null, null, null, 'slow-radio.example', 'tape-forum.example', 'friends.example'] as const
export const LANGUAGES = ['en-GB', 'en-US', 'en-US', 'de', 'fr', 'ja', 'es'] as const
