import type { ThemeTokens } from '../../casset/shape.ts'
import { contrastRatio } from '../../lib/music/contrast.ts'
import { hexToOklch, oklchToHex } from '../../lib/music/oklch.ts'
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

/**
 * Returns the declarations of a world with its own background, surface or text. Such a world has
 * one palette for light and dark mode. Chosen colours are kept where they are readable; the others
 * adapt, so that no choice makes a page unreadable.
 */
export function paletteCss({ hue, chroma }: Hue, tokens: ThemeTokens): string {
  const { background, surface, text, accent } = tokens
  const base = background ?? surface
  if (base === undefined && text === undefined) return ''
  const isDark = base
    ? contrastRatio(base, '#ffffff') > contrastRatio(base, '#000000')
    : hexToOklch(text ?? '#000000').l > 0.5
  const paper = base ?? oklchToHex({ l: isDark ? 0.17 : 0.965, c: 0.02, h: hue })
  const ink = legible(text ?? oklchToHex({ l: isDark ? 0.95 : 0.24, c: 0.03, h: hue }), [paper], isDark)
  const card = [surface, shifted(paper, isDark ? 0.04 : 0.025), paper].find((each) => each && isReadable(ink, [each]))
  const sunk = [shifted(paper, isDark ? -0.035 : -0.04), paper].find((each) => isReadable(ink, [each]))
  const grounds = [paper, card ?? paper, sunk ?? paper]
  const warm = legible(accent ?? oklchToHex({ l: isDark ? 0.76 : 0.52, c: chroma, h: hue }), grounds, isDark)
  const onWarm = contrastRatio(warm, '#ffffff') >= contrastRatio(warm, '#000000') ? '#ffffff' : '#000000'
  const softer = legible(shifted(ink, isDark ? -0.17 : 0.17), grounds, isDark)
  const declare = (name: string, value: string) => `;--${name}:${value}`
  return [
    `;color-scheme:${isDark ? 'dark' : 'light'}`,
    declare('night', isDark ? '1' : '0'),
    declare('blend', isDark ? 'screen' : 'multiply'),
    declare('paper', paper),
    declare('card', card ?? paper),
    declare('sunk', sunk ?? paper),
    declare('ink', ink),
    declare('ink-2', softer),
    declare('line', `color-mix(in oklab,${ink} 17%,transparent)`),
    declare('accent', warm),
    declare('on-accent', onWarm),
    declare('ok', legible(oklchToHex({ l: 0.5, c: 0.13, h: 150 }), grounds, isDark)),
    declare('bad', legible(oklchToHex({ l: 0.5, c: 0.19, h: 25 }), grounds, isDark)),
  ].join('')
}
