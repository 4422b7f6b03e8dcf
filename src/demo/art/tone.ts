import type { Tone } from './plate.ts'

const clamp = (value: number) => (value < 0 ? 0 : Math.min(value, 1))

/** A tone that runs evenly between two values, from one place to another, and stays there. */
export function ramp(from: readonly [number, number, number], to: readonly [number, number, number]): Tone {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const square = dx * dx + dy * dy
  return (x, y) => from[2] + (to[2] - from[2]) * clamp(((x - from[0]) * dx + (y - from[1]) * dy) / square)
}

/** A tone that runs from one value at a centre to another at a distance from it. */
export const glow = (cx: number, cy: number, radius: number, inside: number, outside: number): Tone => {
  return (x, y) => inside + (outside - inside) * clamp(Math.hypot(x - cx, y - cy) / radius)
}

/** The tone as dots that grow with it: a halftone screen of a pitch (units), turned by degrees. */
export function dots(pitch: number, degrees: number, tone: Tone | number): Tone {
  const [cos, sin] = unit(degrees, pitch)
  return (x, y) => {
    const amount = typeof tone === 'number' ? tone : tone(x, y)
    if (amount <= 0.01 || amount >= 0.99) return amount <= 0.01 ? 0 : 1
    const spot = (2 + Math.cos(x * cos + y * sin) + Math.cos(y * cos - x * sin)) / 4
    return clamp((amount - 1 + spot) * pitch * 0.42 + 0.5)
  }
}

/** The tone as parallel lines that swell with it. */
export function hatch(pitch: number, degrees: number, tone: Tone | number): Tone {
  const [cos, sin] = unit(degrees, pitch)
  return (x, y) => {
    const amount = typeof tone === 'number' ? tone : tone(x, y)
    const spot = Math.acos(Math.cos(x * cos + y * sin)) / Math.PI
    return amount <= 0.01 ? 0 : clamp((amount - spot) * pitch * 0.5 + 0.5)
  }
}

const unit = (degrees: number, pitch: number) => {
  const radians = (degrees * Math.PI) / 180
  return [(Math.cos(radians) * 2 * Math.PI) / pitch, (Math.sin(radians) * 2 * Math.PI) / pitch] as const
}
