import { type Static, Type as t } from '@sinclair/typebox'

/** Width and height of the picture, as social networks show it. */
export const pictureSize = { width: 1200, height: 630 } as const

/** The least that catalogs of podcasts take. */
export const squareSide = 1400

/** Raised when the drawing changes, so that pictures of an older program are drawn anew. */
const drawing = 2

const Colour = t.String({ pattern: '^#[0-9a-f]{6}$' })

/** All that the picture of a shared page shows; two equal ones are drawn once. */
export const SharePicture = t.Object({
  cassetId: t.String(),
  title: t.String(),
  /** The words by hand: the name of a casset. */
  name: t.String(),
  /** The small line below, such as "9 tracks · 34:12". */
  line: t.String(),
  tag: t.Union([t.String(), t.Null()]),
  host: t.String(),
  paper: Colour,
  ink: Colour,
  hue: t.Integer(),
  chroma: t.Number(),
  /** SHA-256 of the cover's file. */
  cover: t.Union([t.String(), t.Null()]),
  trackId: t.Union([t.String(), t.Null()]),
  /** The square that catalogs of podcasts show, of the cover alone where it is large. */
  isSquare: t.Optional(t.Literal(true)),
})

export const endingOf = ({ isSquare }: Pick<SharePicture, 'isSquare'>) => (isSquare ? 'jpg' : 'png')

export type SharePicture = Static<typeof SharePicture>

/** Returns the name of a picture: the hash of all that it shows. */
export const keyOf = (picture: SharePicture): string =>
  new Bun.CryptoHasher('sha256')
    .update(JSON.stringify([drawing, picture]))
    .digest('hex')
    .slice(0, 32)

export const DrawRequest = t.Object({
  picture: SharePicture,
  /** Peaks from 0 to 1. */
  peaks: t.Array(t.Number()),
  cover: t.Union([t.Object({ path: t.String(), address: t.Optional(t.String()) }), t.Null()]),
  /** The folder for its files, of which `picture` is the result. */
  scratch: t.String(),
})

export type DrawRequest = Static<typeof DrawRequest>
