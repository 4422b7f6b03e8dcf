import { contrastRatio } from '../../lib/music/contrast.ts'
import { oklchToHex } from '../../lib/music/oklch.ts'
import type { SharePicture } from './share-picture.ts'

type Style = Record<string, string | number>
export type Drawn =
  | { type: 'container'; style: Style; children: Drawn[] }
  | { type: 'text'; style: Style; text: string }
  | { type: 'image'; style: Style; src: string }

export const box = (style: Style, children: Drawn[] = []): Drawn => ({
  type: 'container',
  style: { display: 'flex', ...style },
  children,
})
export const write = (text: string, style: Style): Drawn => ({ type: 'text', style, text })
export const image = (src: string, style: Style): Drawn => ({ type: 'image', style, src })

export const display = 'anybody, anybody-ext, familjen'
export const plain = 'familjen, familjen-ext'
export const byHand = 'pen, familjen, familjen-ext'
export const counter = 'mono, familjen'

// The fonts have no other letters. Those are left to the text that networks show beside a picture.
const unwritable = /[^ -~ -ɏḀ-ỿ–—‘-„…€×·]+/g
export const writable = (text: string) =>
  text.normalize('NFC').replaceAll(unwritable, ' ').replaceAll(/\s+/g, ' ').trim()
export const hasLetters = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** Returns the first size whose number of letters is enough for the text. */
export const sizeFor = (text: string, steps: readonly (readonly [letters: number, size: number])[], least: number) =>
  steps.find(([letters]) => text.length <= letters)?.[1] ?? least

/** Returns the colour of words by hand, which can be read on the paper. */
export function accentOf({ paper, hue, chroma }: Pick<SharePicture, 'paper' | 'hue' | 'chroma'>): string {
  const isDark = contrastRatio(paper, '#ffffff') > contrastRatio(paper, '#000000')
  return oklchToHex({ l: isDark ? 0.74 : 0.53, c: chroma, h: hue })
}

/** A cover as it is drawn; its size where that matters. */
export type Art = { bytes: Uint8Array; width: number; height: number }
