import { hexToLinear } from './oklch.ts'

function luminance(hex: string): number {
  const [red, green, blue] = hexToLinear(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio of two CSS hex colours, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastRatio(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}
