import type { ImageSource } from '@takumi-rs/wasm'
import { packPeaks, waveBox, wavePath } from '../../../public/lib/waveform.ts'
import { contrastRatio } from '../../lib/music/contrast.ts'
import { oklchToHex } from '../../lib/music/oklch.ts'
import { cassetteSvg } from './cassette-svg.ts'
import type { SharePicture } from './share-picture.ts'

type Style = Record<string, string | number>
type Drawn =
  | { type: 'container'; style: Style; children: Drawn[] }
  | { type: 'text'; style: Style; text: string }
  | { type: 'image'; style: Style; src: string }

const box = (style: Style, children: Drawn[] = []): Drawn => ({
  type: 'container',
  style: { display: 'flex', ...style },
  children,
})
const write = (text: string, style: Style): Drawn => ({ type: 'text', style, text })
const image = (src: string, style: Style): Drawn => ({ type: 'image', style, src })

const display = 'anybody, anybody-ext, familjen'
const plain = 'familjen, familjen-ext'
const byHand = 'pen, familjen, familjen-ext'
const counter = 'mono, familjen'

// The fonts have no other letters. Those are left to the text that networks show beside a picture.
const unwritable = /[^ -~ -ɏḀ-ỿ–—‘-„…€×·]+/g
const writable = (text: string) => text.normalize('NFC').replaceAll(unwritable, ' ').replaceAll(/\s+/g, ' ').trim()
const hasLetters = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** Returns the first size whose number of letters is enough for the text. */
const sizeFor = (text: string, steps: readonly (readonly [letters: number, size: number])[], least: number) =>
  steps.find(([letters]) => text.length <= letters)?.[1] ?? least

const sleeve = { left: 64, top: 72, width: 440 }

export function composePicture(picture: SharePicture, peaks: readonly number[], cover: Uint8Array | null) {
  const { hue, chroma, paper, ink } = picture
  const isDark = contrastRatio(paper, '#ffffff') > contrastRatio(paper, '#000000')
  const accent = oklchToHex({ l: isDark ? 0.74 : 0.53, c: chroma, h: hue })
  const name = writable(picture.name)
  const images: ImageSource[] = [{ src: 'cassette', data: encode(cassetteSvg({ hue, chroma })) }]
  if (cover) images.push({ src: 'cover', data: cover })
  if (peaks.length > 0) images.push({ src: 'wave', data: encode(waveSvg(peaks, accent)) })
  const node = box({ width: '100%', height: '100%', backgroundColor: paper, color: ink, fontFamily: plain }, [
    box({ position: 'absolute', left: 0, top: 0, width: 22, height: '100%', backgroundColor: accent }),
    cover ? image('cover', { ...sleeveStyle, objectFit: 'cover' }) : blankSleeve(hue, chroma),
    box({ position: 'absolute', left: 222, top: 372, transform: 'rotate(-3deg)' }, [
      image('cassette', { width: 340, height: 218, boxShadow: '0 14px 26px rgba(30, 15, 8, 0.32)', borderRadius: 14 }),
      ...(hasLetters(name) ? [labelText(name, hue)] : []),
    ]),
    words(picture, name, { accent, hasWave: peaks.length > 0 }),
  ])
  return { node, images }
}

const sleeveStyle = {
  position: 'absolute',
  left: sleeve.left,
  top: sleeve.top,
  width: sleeve.width,
  height: sleeve.width,
  borderRadius: 4,
  boxShadow: '0 18px 40px rgba(30, 15, 8, 0.28)',
} as const

/** The ruled card of a tape without a cover. */
const blankSleeve = (hue: number, chroma: number) => {
  const stripe = (height: number, l: number, turn: number) =>
    box({ height, backgroundColor: oklchToHex({ l, c: chroma, h: hue + turn }) })
  return box(
    {
      ...sleeveStyle,
      flexDirection: 'column',
      gap: 9,
      paddingTop: 70,
      backgroundColor: oklchToHex({ l: 0.95, c: 0.03, h: hue }),
    },
    [stripe(38, 0.61, 0), stripe(15, 0.74, 32), stripe(7, 0.82, 60)],
  )
}

const labelText = (name: string, hue: number) =>
  box({ position: 'absolute', left: 66, top: 20, width: 236, height: 50, alignItems: 'center' }, [
    write(name, {
      fontFamily: byHand,
      fontSize: name.length > 18 ? 24 : 32,
      color: oklchToHex({ l: 0.36, c: 0.12, h: hue + 200 }),
      width: '100%',
      whiteSpace: 'nowrap',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
    }),
  ])

function words(picture: SharePicture, name: string, { accent, hasWave }: { accent: string; hasWave: boolean }): Drawn {
  const title = writable(picture.title)
  const line = writable(picture.line)
  const titleSize = sizeFor(
    title,
    [
      [9, 84],
      [14, 66],
      [24, 54],
      [48, 44],
    ],
    34,
  )
  const nameSize = sizeFor(
    name,
    [
      [18, 68],
      [36, 54],
    ],
    40,
  )
  const above = box({ flexDirection: 'column', gap: 12, width: '100%' }, [
    ...(hasLetters(title)
      ? [
          write(title, {
            fontFamily: display,
            fontSize: titleSize,
            fontWeight: 800,
            fontStretch: '125%',
            lineHeight: 1.02,
            lineClamp: 3,
            textOverflow: 'ellipsis',
            overflow: 'hidden',
            overflowWrap: 'anywhere',
            width: '100%',
          }),
        ]
      : []),
    ...(hasLetters(name)
      ? [
          write(name, {
            fontFamily: byHand,
            fontSize: nameSize,
            lineHeight: 1,
            color: accent,
            lineClamp: 2,
            textOverflow: 'ellipsis',
            overflow: 'hidden',
            width: '100%',
          }),
        ]
      : []),
  ])
  const tag = picture.tag === null ? [] : [priceTag(picture.tag, accent)]
  const below = box({ flexDirection: 'column', gap: 26, width: '100%' }, [
    ...(hasWave ? [image('wave', { width: 520, height: 84 })] : []),
    box({ alignItems: 'center', gap: 24, width: '100%' }, [
      ...tag,
      write(line, { fontFamily: counter, fontSize: 24, whiteSpace: 'nowrap' }),
    ]),
    write(writable(picture.host), { fontFamily: counter, fontSize: 22, opacity: 0.72, whiteSpace: 'nowrap' }),
  ])
  return box(
    {
      position: 'absolute',
      left: 612,
      top: 72,
      width: 524,
      height: 494,
      flexDirection: 'column',
      justifyContent: hasLetters(title) || hasLetters(name) ? 'space-between' : 'center',
    },
    [above, below],
  )
}

const priceTag = (text: string, accent: string) =>
  box({ backgroundColor: accent, borderRadius: 8, padding: '10px 22px' }, [
    write(text, { fontSize: 34, fontWeight: 700, color: onAccent(accent), whiteSpace: 'nowrap' }),
  ])

const onAccent = (accent: string) =>
  contrastRatio(accent, '#ffffff') >= contrastRatio(accent, '#000000') ? '#ffffff' : '#000000'

function waveSvg(peaks: readonly number[], colour: string): string {
  const { width, height } = waveBox
  const path = wavePath(packPeaks(peaks))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * 2}" height="${height * 2}"><path d="${path}" fill="none" stroke="${colour}" stroke-width="1.8" stroke-linecap="round"/></svg>`
}

const encode = (text: string) => new TextEncoder().encode(text)
