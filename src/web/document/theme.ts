import worldOwn from '../../../public/styles/world-own.css' with { type: 'text' }
import type { ThemeTokens } from '../../casset/shape.ts'
import type { Ctx } from '../../context.ts'
import { hexToOklch } from '../../lib/music/oklch.ts'
import type { Media } from '../parts/tape-view.ts'
import { paletteCss } from './palette.ts'

export type HueSource = { tokens: ThemeTokens; coverColor: string | null }

/** The two numbers that a world's whole palette is derived from. */
export type Hue = { hue: number; chroma: number }

const houseHue: Hue = { hue: 48, chroma: 0.17 }
const hex = /^#[0-9a-f]{6}$/i
const between = (low: number, high: number, value: number) => Math.min(high, Math.max(low, value))

/** Takes both from the accent, else from the cover, else the product's orange. */
export function hueOf({ tokens, coverColor }: HueSource): Hue {
  const source = tokens.accent ?? coverColor
  if (!source || !hex.test(source)) return houseHue
  const { c, h } = hexToOklch(source)
  const hue = Math.round(h) % 360
  return { hue, chroma: Math.round((tokens.accent ? between(0.02, 0.2, c) : livelyChroma(c)) * 100) / 100 }
}

/**
 * The mean colour of a cover is duller than the cover looks, so its chroma is raised; a grey cover
 * stays nearly grey.
 */
const livelyChroma = (chroma: number) => (chroma < 0.02 ? 0.04 : between(0.11, 0.19, chroma * 1.7))

const tintChromas = [0.04, 0.09, 0.13, 0.17, 0.2] as const

/** See styles/tints.css. */
export function tintClass(source: HueSource): string {
  const { hue, chroma } = hueOf(source)
  const nearest = tintChromas.toSorted((a, b) => Math.abs(a - chroma) - Math.abs(b - chroma))[0] ?? houseHue.chroma
  return `tint hue-${(Math.round(hue / 10) * 10) % 360} chroma-${Math.round(nearest * 100)}`
}

/**
 * Returns the URL of a world's stylesheet. It contains all inputs of the sheet, so that any server
 * of this build can answer it; `build` distinguishes the sheets of two builds, since browsers cache
 * them forever.
 */
export function themePath(source: HueSource, build: string): string {
  const { hue, chroma } = hueOf(source)
  const marks = (['background', 'surface', 'text', 'accent'] as const).flatMap((token) => {
    const value = source.tokens[token]
    return value && hex.test(value) ? [`-${token[0]}${value.slice(1).toLowerCase()}`] : []
  })
  return `/theme/h${hue}c${Math.round(chroma * 100)}${marks.join('')}.css?b=${build}`
}

export const themeOf = ({ assets }: Pick<Ctx, 'assets'>, { theme, cover }: Pick<Media, 'theme' | 'cover'>): string =>
  themePath({ tokens: theme.tokens, coverColor: cover?.color ?? null }, assets.manifest.build)

const colour = (mark: string, token: string) => `(-${mark}(?<${token}>[0-9a-f]{6}))?`
const named = new RegExp(
  '^h(?<hue>[0-9]|[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9])c(?<chroma>[0-9]|1[0-9]|20)' +
    `${colour('b', 'background')}${colour('s', 'surface')}${colour('t', 'text')}${colour('a', 'accent')}\\.css$`,
)

/** Rules that only such pages need, without comments and spaces at the edges of lines. */
const ownRules = worldOwn.replaceAll(/\/\*.*?\*\/|\s*\n\s*/gs, '')

/**
 * Returns the stylesheet for a theme's file name, with the rules that only pages in a world's
 * colours need; null for an invalid name.
 */
export function themeSheet(fileName: string): string | null {
  const parts = named.exec(fileName)?.groups
  if (!parts) return null
  const tokens: ThemeTokens = {}
  for (const token of ['background', 'surface', 'text', 'accent'] as const) {
    const value = parts[token]
    if (value !== undefined) tokens[token] = `#${value}`
  }
  const hue = { hue: Number(parts.hue), chroma: Number(parts.chroma) / 100 }
  return `:root{--hue:${hue.hue};--chroma:${hue.chroma}${paletteCss(hue, tokens)}}${ownRules}`
}
