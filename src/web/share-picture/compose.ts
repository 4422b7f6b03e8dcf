import type { ImageSource } from '@takumi-rs/wasm'
import { packPeaks, waveBox, wavePath } from '../../../public/lib/waveform.ts'
import { contrastRatio } from '../../lib/music/contrast.ts'
import { oklchToHex } from '../../lib/music/oklch.ts'
import { cassetteSvg } from './cassette-svg.ts'
import {
  type Art,
  accentOf,
  box,
  byHand,
  counter,
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

const sleeve = { left: 64, top: 72, width: 440 }

export function composePicture(picture: SharePicture, peaks: readonly number[], cover: Art | null) {
  const { hue, chroma, paper, ink } = picture
  const accent = accentOf(picture)
  const name = writable(picture.name)
  const images: ImageSource[] = [{ src: 'cassette', data: encode(cassetteSvg({ hue, chroma })) }]
  if (cover) images.push({ src: 'cover', data: cover.bytes })
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
