import type { Film } from './film.ts'

/**
 * A comment of the cast on a track, at a part of its length; its writer also likes the track and
 * follows its artist.
 */
export type Saying = { readonly by: string; readonly slug: string; readonly at: number; readonly text: string }

/** A clip that one of the cast made of a track. */
export type ClipSpec = {
  readonly by: string
  readonly slug: string
  readonly film: Film
  readonly caption: string
  readonly isAccepted: boolean
}

export const SAYINGS: Readonly<Record<string, readonly Saying[]>> = {
  'mara-velo': [
    { by: 'paper-boats', slug: 'rewind-season', at: 0.4, text: 'There is the pencil. We both reached for ours.' },
    { by: 'low-tide', slug: 'kitchen-four-track', at: 0.25, text: 'The fridge is in tune. Please never fix it.' },
    { by: 'chrome-kid', slug: 'rewind-season', at: 0.7, text: 'Turned the heater down for this one.' },
    { by: 'pencil-wind', slug: 'bus-window-rain', at: 0.3, text: 'Third seat from the back. We know that window.' },
    { by: 'mara-velo', slug: 'rewind-season', at: 0.4, text: '@paper-boats It was a 2B. It has retired since.' },
  ],
  'paper-boats': [
    {
      by: 'mara-velo',
      slug: 'waltz-for-two-spools',
      at: 0.4,
      text: 'I counted to three and forgot what I was counting.',
    },
    { by: 'low-tide', slug: 'the-smallest-lighthouse', at: 0.5, text: 'It can be seen from here, on clear nights.' },
    { by: 'plain-dub', slug: 'puddle-regatta', at: 0.3, text: 'One of these boats is mine.' },
    { by: 'paper-boats', slug: 'puddle-regatta', at: 0.3, text: '@plain-dub We know which. It is the grey one.' },
  ],
  'low-tide': [
    { by: 'plain-dub', slug: 'azimuth', at: 0.6, text: 'Played this in the big building. The building agreed.' },
    { by: 'mara-velo', slug: 'slack-water', at: 0.3, text: 'The kettle boiled during this, and I let it.' },
    { by: 'pencil-wind', slug: 'leader-tape', at: 0.5, text: 'On at the rest stop. Nobody wanted to drive on.' },
  ],
  'pencil-wind': [
    { by: 'chrome-kid', slug: 'autobahn-letters', at: 0.5, text: 'Overtook you somewhere around here. I waved.' },
    { by: 'paper-boats', slug: 'rest-stop-sunrise', at: 0.2, text: 'We folded one out of the parking ticket.' },
    { by: 'low-tide', slug: 'kilometre-88', at: 0.7, text: 'Still going. So is the tide.' },
    {
      by: 'pencil-wind',
      slug: 'autobahn-letters',
      at: 0.5,
      text: '@chrome-kid We waved back. Three of us in our sleep.',
    },
  ],
  'plain-dub': [
    { by: 'low-tide', slug: 'type-ii-bias', at: 0.35, text: 'The echo came back a little taller.' },
    { by: 'chrome-kid', slug: 'white-sleeve', at: 0.5, text: 'Where is the chorus? I like it. Where is it?' },
    { by: 'plain-dub', slug: 'white-sleeve', at: 0.5, text: '@chrome-kid No.' },
  ],
  'chrome-kid': [
    { by: 'pencil-wind', slug: 'ferric-night-drive', at: 0.4, text: 'We would have to sell the van for this snare.' },
    { by: 'mara-velo', slug: 'exit-44', at: 0.6, text: 'I own no car, and I still missed the exit.' },
    { by: 'plain-dub', slug: 'overpass-hearts', at: 0.3, text: 'Too many chords. Good ones, though.' },
  ],
}

export const CLIPS: readonly ClipSpec[] = [
  {
    by: 'paper-boats',
    slug: 'rewind-season',
    film: 'crank',
    caption: 'Rewind Season, cranked by hand, in one take and a half',
    isAccepted: true,
  },
  {
    by: 'pencil-wind',
    slug: 'kitchen-four-track',
    film: 'van',
    caption: 'Kitchen Four-Track, played in a van. Nobody woke up',
    isAccepted: false,
  },
  {
    by: 'chrome-kid',
    slug: 'white-sleeve',
    film: 'chorus',
    caption: 'White Sleeve, with a chorus',
    isAccepted: true,
  },
]

/**
 * Two releases that are published: all tracks of their artist, and a single whose licenses have
 * prices in dollar cents, which the guide's walk for programs buys.
 */
export const RELEASE = {
  by: 'mara-velo',
  title: 'Rewind Season',
  notes: 'Pressed at the kitchen table.',
  single: {
    slug: 'bus-window-rain',
    notes: 'The one that people ask for.',
    prices: { remix: 900, download: 500 },
    terms: 'Say that it is by Mara Velo, next to your title. Not for adverts.',
  },
} as const

/** A casset that two of the cast share: a track of each, and their comments to each other. */
export const TOGETHER = {
  slug: 'night-kettle',
  sleeve: { of: 'low-tide', cover: 'tide', hue: 25, seed: 59 },
  name: 'Night Kettle',
  priceMinor: 300,
  creator: { handle: 'mara-velo', slug: 'bus-window-rain' },
  guest: { handle: 'low-tide', slug: 'slack-water' },
  messages: [
    { by: 'low-tide', text: 'I have a loop that is four metres long. How long is your kitchen?' },
    { by: 'mara-velo', text: 'From the stove to the window. It fits, with the kettle in the middle.' },
  ],
} as const

/** The further tapes of the demo's artist: an EP and a single of tracks that are on the first. */
export const TAPES = {
  by: 'mara-velo',
  /** All of them are sold together, for less. */
  together: { percent: 20, hasFuture: true },
  tapes: [
    {
      name: 'Kitchen EP',
      kind: 'EP',
      word: 'kitchen',
      sleeve: { of: 'mara-velo', cover: 'arches', hue: 200, seed: 31 },
      releasedOn: '2024-11-08',
      priceMinor: 400,
      slugs: ['kitchen-four-track', 'low-battery-lullaby', 'bus-window-rain'],
    },
    {
      name: 'Bus Window, Rain',
      kind: 'SINGLE',
      word: 'bus-window-rain',
      sleeve: { of: 'mara-velo', cover: 'road', hue: 285, seed: 43 },
      releasedOn: '2025-03-21',
      priceMinor: 150,
      slugs: ['bus-window-rain'],
    },
  ],
} as const

/** A listening party each evening, by the clock of the machine. */
export const PARTY = { by: 'mara-velo', hour: '21:00' } as const

export const DROP = {
  by: 'mara-velo',
  slug: 'bus-window-rain',
  title: 'Your window, my rain',
  brief: 'Film ten seconds out of a window while this plays. Rain is welcome and not required.',
  terms:
    'For everybody who is 16 or older. This is a demo: the money is not real, and nobody in it exists. Void where prohibited.',
  prizeMinor: 15_000,
  split: [70, 30],
  clips: [
    {
      by: 'pencil-wind',
      film: 'kilometre',
      caption: 'Kilometre 88, left window, all three of us asleep',
      likedBy: ['paper-boats', 'low-tide', 'chrome-kid'],
    },
    {
      by: 'chrome-kid',
      film: 'wipers',
      caption: 'Wipers on two. They are almost in time',
      likedBy: ['pencil-wind'],
    },
    {
      by: 'low-tide',
      film: 'below',
      caption: 'The same rain, a little later, from below',
      likedBy: ['plain-dub', 'paper-boats'],
    },
  ],
} as const

/** The sleeves of the tapes that are no artist's first; `word`: the tape's name in addresses. */
export const SLEEVES = [
  ...TAPES.tapes.map(({ word, sleeve }) => ({ word, ...sleeve })),
  { word: TOGETHER.slug, ...TOGETHER.sleeve },
]
