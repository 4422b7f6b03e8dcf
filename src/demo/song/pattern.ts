/** A step that sounds: where in the bar (0…1), how long until the next (bars), how hard (0…1). */
export type Step = { readonly at: number; readonly length: number; readonly force: number }

/**
 * Reads a bar such as `9..5..7.`: each sign is one step, a digit how hard it is struck, a dot a
 * rest, a dash a hold.
 */
export function readPattern(text: string): Step[] {
  const steps: Step[] = []
  const signs = [...text]
  signs.forEach((sign, index) => {
    if (sign === '.' || sign === '-') return
    const next = signs.findIndex((later, at) => at > index && later !== '-')
    const end = next === -1 ? signs.length : next
    steps.push({ at: index / signs.length, length: (end - index) / signs.length, force: Number(sign) / 9 })
  })
  return steps
}
