import type { ImageSource } from '@takumi-rs/wasm'
import { oklchToHex } from '../../lib/music/oklch.ts'
import {
  type Art,
  accentOf,
  box,
  byHand,
  type Drawn,
  display,
  hasLetters,
  image,
  plain,
  sizeFor,
  writable,
  write,
} from './drawing.ts'
import type { SharePicture } from './share-picture.ts'

/** The largest cover that is stored; around it the paper stays as a frame. */
const largest = 1280
/** A smaller one would be mush if it were made as large: it is enlarged no further than this. */
const mostEnlarged = 1.5
/** Up to this height there is room for words below it. */
const withWords = 1000

/** Returns the square that catalogs of podcasts show: the cover, or a ruled card, on the paper. */
export function composeSquare(picture: SharePicture, cover: Art | null): { node: Drawn; images: ImageSource[] } {
  const { hue, chroma, paper, ink } = picture
  const art = cover ? placed(cover) : { width: withWords, height: withWords }
  const node = box(
    {
      width: '100%',
      height: '100%',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 36,
      backgroundColor: paper,
      color: ink,
      fontFamily: plain,
    },
    [
      cover ? image('cover', { ...art, ...shadow }) : ruledCard(hue, chroma),
      ...(art.height <= withWords ? words(picture) : []),
    ],
  )
  return { node, images: cover ? [{ src: 'cover', data: cover.bytes }] : [] }
}

function placed({ width, height }: Art) {
  const longest = Math.max(width, height, 1)
  const scale = Math.min(largest / longest, mostEnlarged)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const shadow = { borderRadius: 4, boxShadow: '0 18px 40px rgba(30, 15, 8, 0.28)' } as const

const ruledCard = (hue: number, chroma: number): Drawn => {
  const stripe = (height: number, l: number, turn: number) =>
    box({ height, backgroundColor: oklchToHex({ l, c: chroma, h: hue + turn }) })
  const colour = oklchToHex({ l: 0.95, c: 0.03, h: hue })
  return box(
    {
      ...shadow,
      width: withWords,
      height: withWords,
      flexDirection: 'column',
      gap: 20,
      paddingTop: 160,
      backgroundColor: colour,
    },
    [stripe(86, 0.61, 0), stripe(34, 0.74, 32), stripe(16, 0.82, 60)],
  )
}

function words(picture: SharePicture): Drawn[] {
  const oneLine = { maxWidth: 1240, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' } as const
  const [byPen, printed] = [writable(picture.name), writable(picture.title)]
  return [
    ...(hasLetters(byPen)
      ? [
          write(byPen, {
            ...oneLine,
            fontFamily: byHand,
            fontSize: sizeFor(byPen, [[24, 110]], 72),
            color: accentOf(picture),
          }),
        ]
      : []),
    ...(hasLetters(printed)
      ? [
          write(printed, {
            ...oneLine,
            fontFamily: display,
            fontWeight: 800,
            fontSize: sizeFor(printed, [[24, 64]], 44),
          }),
        ]
      : []),
  ]
}
