import type { ThemeTokens } from '../../casset/shape.ts'
import { contrastRatio } from '../../lib/music/contrast.ts'
import { hexToOklch, oklchToHex } from '../../lib/music/oklch.ts'
import type { EmailColours } from '../../platform/mail/email-html.ts'
import type { Hue } from './theme.ts'

const readable = 4.5
const isReadable = (ink: string, grounds: readonly string[]) => grounds.every((g) => contrastRatio(ink, g) >= readable)

/**
 * Returns `colour` darkened or lightened in small steps until it is readable on all grounds; in the
 * end black or white.
 */
function legible(colour: string, grounds: readonly string[], isDark: boolean): string {
  const { l, c, h } = hexToOklch(colour)
  for (let step = 0; step <= 40; step += 1) {
    const lightness = isDark ? l + (1 - l) * (step / 40) : l * (1 - step / 40)
    const candidate = oklchToHex({ l: lightness, c, h })
    if (isReadable(candidate, grounds)) return candidate
  }
  return isDark ? '#ffffff' : '#000000'
}

const shifted = (colour: string, by: number) => {
  const { l, c, h } = hexToOklch(colour)
  return oklchToHex({ l: Math.min(1, Math.max(0, l + by)), c, h })
}

type Ground = { isDark: boolean; paper: string; card: string; sunk: string; ink: string; soft: string; accent: string }

const grounded = ({ paper, card, sunk }: Pick<Ground, 'paper' | 'card' | 'sunk'>) => [paper, card, sunk]

/**
 * Returns the colours of a world with its own background, surface or text; undefined for others.
 * Chosen colours are kept where they are readable; the others adapt, so that no choice makes a page
 * unreadable.
 */
function ownGround({ hue, chroma }: Hue, tokens: ThemeTokens): Ground | undefined {
  const { background, surface, text, accent } = tokens
  const base = background ?? surface
  if (base === undefined && text === undefined) return undefined
  const isDark = base
    ? contrastRatio(base, '#ffffff') > contrastRatio(base, '#000000')
    : hexToOklch(text ?? '#000000').l > 0.5
  const paper = base ?? oklchToHex({ l: isDark ? 0.17 : 0.965, c: 0.02, h: hue })
  const ink = legible(text ?? oklchToHex({ l: isDark ? 0.95 : 0.24, c: 0.03, h: hue }), [paper], isDark)
  const card = [surface, shifted(paper, isDark ? 0.04 : 0.025), paper].find((each) => each && isReadable(ink, [each]))
  const sunk = [shifted(paper, isDark ? -0.035 : -0.04), paper].find((each) => isReadable(ink, [each]))
  const grounds = { paper, card: card ?? paper, sunk: sunk ?? paper }
  const warm = accent ?? oklchToHex({ l: isDark ? 0.76 : 0.52, c: chroma, h: hue })
  return {
    isDark,
    ...grounds,
    ink,
    soft: legible(shifted(ink, isDark ? -0.17 : 0.17), grounded(grounds), isDark),
    accent: legible(warm, grounded(grounds), isDark),
  }
}

const onto = (colour: string) =>
  contrastRatio(colour, '#ffffff') >= contrastRatio(colour, '#000000') ? '#ffffff' : '#000000'

/**
 * Returns the declarations of a world with its own background, surface or text, which has one
 * palette for light and dark mode; empty for others.
 */
export function paletteCss(hue: Hue, tokens: ThemeTokens): string {
  const own = ownGround(hue, tokens)
  if (!own) return ''
  const { isDark, paper, card, sunk, ink, soft, accent } = own
  const declare = (name: string, value: string) => `;--${name}:${value}`
  return [
    `;color-scheme:${isDark ? 'dark' : 'light'}`,
    declare('night', isDark ? '1' : '0'),
    declare('blend', isDark ? 'screen' : 'multiply'),
    declare('paper', paper),
    declare('card', card),
    declare('sunk', sunk),
    declare('ink', ink),
    declare('ink-2', soft),
    declare('line', `color-mix(in oklab,${ink} 17%,transparent)`),
    declare('accent', accent),
    declare('on-accent', onto(accent)),
    declare('ok', legible(oklchToHex({ l: 0.5, c: 0.13, h: 150 }), grounded(own), isDark)),
    declare('bad', legible(oklchToHex({ l: 0.5, c: 0.19, h: 25 }), grounded(own), isDark)),
  ].join('')
}

/** Returns the colours of a world without its own, as styles/tokens.css derives them. */
function houseGround({ hue: h, chroma }: Hue, isDark: boolean): Ground {
  const at = (light: number, dark: number, c: number) => oklchToHex({ l: isDark ? dark : light, c, h })
  const grounds = {
    paper: at(0.962, 0.17, 0.021),
    card: at(0.99, 0.215, isDark ? 0.025 : 0.008),
    sunk: at(0.935, 0.135, 0.022),
  }
  const readable = (colour: string) => legible(colour, grounded(grounds), isDark)
  return {
    isDark,
    ...grounds,
    ink: readable(at(0.24, 0.95, isDark ? 0.015 : 0.035)),
    soft: readable(at(0.43, 0.77, 0.035)),
    accent: readable(at(0.51, 0.77, chroma)),
  }
}

/** Returns a colour with a part of another in it. */
function mixed(colour: string, other: string, part: number): string {
  const bytes = [1, 3, 5].map((at) => {
    const [a, b] = [colour, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.round((a ?? 0) * (1 - part) + (b ?? 0) * part)
  })
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Returns the colours of a world for what knows no CSS variables, such as emails, by scheme. */
export function plainPalettes(hue: Hue, tokens: ThemeTokens): Record<'light' | 'dark', EmailColours> {
  const own = ownGround(hue, tokens)
  const coloursOf = ({ isDark: _, ...ground }: Ground): EmailColours => ({
    ...ground,
    line: mixed(ground.card, ground.ink, 0.17),
    onAccent: onto(ground.accent),
  })
  return {
    light: coloursOf(own ?? houseGround(hue, false)),
    dark: coloursOf(own ?? houseGround(hue, true)),
  }
}
