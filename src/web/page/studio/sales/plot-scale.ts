/** The range of a plot and its grid lines; zero is always one of them. */
export type Scale = { low: number; high: number; lines: number[] }

const wantedLines = 4

/**
 * Returns a scale in round steps of whole units, from at most `low` (below zero) to at least
 * `high`.
 */
export function scaleOf(low: number, high: number): Scale {
  const step = roundStep(Math.max(1, (high - low) / wantedLines))
  const [below, above] = [Math.ceil(-low / step), Math.max(1, Math.ceil(high / step))]
  const lines = Array.from({ length: below + above + 1 }, (_, line) => (line - below) * step)
  return { low: 0 - below * step, high: above * step, lines }
}

/** Returns the next of 1, 2, 5, 10, 20, 50 and so on. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power
}

/** Returns the distance of a value from the top, in percent of the plot's height. */
export const heightOf = ({ low, high }: Scale, value: number): number =>
  roundPercent(((high - value) / (high - low)) * 100)

/** Returns which bars have a label: no more than fit on a phone, evenly spaced. */
export function namedBars(bars: number): number[] {
  const every = Math.ceil(bars / 5)
  return Array.from({ length: Math.ceil(bars / every) }, (_, mark) => mark * every)
}

/** Two decimals are a hundredth of a pixel on any screen. */
export const roundPercent = (percent: number): number => Math.round(percent * 100) / 100
