const ORDER = 10
const PRECISION = 14

/** A linear predictor as FLAC stores it: integer coefficients, newest sample first, scaled by 2^shift. */
export type Predictor = { readonly coefficients: Float64Array; readonly shift: number }

/** How a FLAC subframe header states the precision of the coefficients. */
export const PRECISION_BITS = PRECISION

/** The Welch window, which keeps the edges of a block out of the fit. */
export function welchWindow(length: number): Float64Array {
  const half = (length - 1) / 2
  return Float64Array.from({ length }, (_, at) => 1 - ((at - half) / half) ** 2)
}

function autocorrelate(samples: Float64Array, window: Float64Array): Float64Array {
  const length = window.length
  const shaped = new Float64Array(length)
  for (let at = 0; at < length; at++) shaped[at] = (samples[at] ?? 0) * (window[at] ?? 0)
  const sums = new Float64Array(ORDER + 1)
  for (let lag = 0; lag <= ORDER; lag++) {
    let sum = 0
    for (let at = lag; at < length; at++) sum += (shaped[at] ?? 0) * (shaped[at - lag] ?? 0)
    sums[lag] = sum
  }
  return sums
}

/** Levinson and Durbin's recursion: the coefficients that leave the least error. */
function solve(sums: Float64Array): Float64Array {
  const solved = new Float64Array(ORDER)
  const before = new Float64Array(ORDER)
  let error = sums[0] ?? 0
  for (let order = 0; order < ORDER; order++) {
    let reach = sums[order + 1] ?? 0
    for (let at = 0; at < order; at++) reach -= (solved[at] ?? 0) * (sums[order - at] ?? 0)
    const reflection = reach / error
    before.set(solved)
    for (let at = 0; at < order; at++) {
      solved[at] = (before[at] ?? 0) - reflection * (before[order - 1 - at] ?? 0)
    }
    solved[order] = reflection
    error *= 1 - reflection * reflection
    if (error <= 0) break
  }
  return solved
}

/** The predictor that fits a block best, or undefined for a block that no predictor helps (silence). */
export function fitPredictor(samples: Float64Array, window: Float64Array): Predictor | undefined {
  const sums = autocorrelate(samples, window)
  if (!((sums[0] ?? 0) > 0)) return undefined
  const solved = solve(sums)
  const largest = solved.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  if (!(largest > 0)) return undefined
  const shift = Math.min(15, PRECISION - 2 - Math.floor(Math.log2(largest)))
  if (shift < 0) return undefined
  const limit = 2 ** (PRECISION - 1)
  let carried = 0
  const coefficients = solved.map((value) => {
    const exact = value * 2 ** shift + carried
    const rounded = Math.max(-limit, Math.min(limit - 1, Math.round(exact)))
    carried = exact - rounded
    return rounded
  })
  return { coefficients, shift }
}

/** Writes what the predictor leaves over of `samples` into `residual`; the first samples stay as they are. */
export function predict(samples: Float64Array, length: number, predictor: Predictor, residual: Float64Array): void {
  const { coefficients } = predictor
  const scale = 2 ** -predictor.shift
  for (let at = 0; at < ORDER; at++) residual[at] = samples[at] ?? 0
  for (let at = ORDER; at < length; at++) {
    let guess = 0
    for (let back = 0; back < ORDER; back++) guess += (coefficients[back] ?? 0) * (samples[at - 1 - back] ?? 0)
    residual[at] = (samples[at] ?? 0) - Math.floor(guess * scale)
  }
}
