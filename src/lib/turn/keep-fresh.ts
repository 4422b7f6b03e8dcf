/**
 * Returns a function that gives what was made less than `freshMs` ago, or has it made, once for all
 * who ask meanwhile. A failure is not kept.
 */
export function keepFresh<Made>(freshMs: number) {
  let known: { made: Made; atMs: number } | undefined
  let making: Promise<Made> | undefined
  return (nowMs: () => number, make: () => Promise<Made>): Promise<Made> | Made => {
    if (known && nowMs() - known.atMs < freshMs) return known.made
    making ??= make()
      .then((made) => {
        known = { made, atMs: nowMs() }
        return made
      })
      .finally(() => {
        making = undefined
      })
    return making
  }
}
