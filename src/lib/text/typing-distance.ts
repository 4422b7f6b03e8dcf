/**
 * Returns in how many letters a typed beginning differs from that of a word: the least number of
 * letters that are missing, too many, wrong, or swapped with the next (optimal string alignment).
 * Infinity above `most`.
 */
export function typingDistance(typed: string, word: string, most: number): number {
  const [from, to] = [[...typed], [...word].slice(0, typed.length + most)]
  let [twoBefore, before]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (const [row, letter] of from.entries()) {
    const now = [row + 1]
    for (const [column, other] of to.entries()) {
      const above = before[column + 1] ?? most
      const left = now[column] ?? most
      const diagonal = (before[column] ?? most) + (letter === other ? 0 : 1)
      const isSwapped = letter === to[column - 1] && from[row - 1] === other
      const swapped = isSwapped ? (twoBefore[column - 1] ?? most) + 1 : most + 1
      now.push(Math.min(above + 1, left + 1, diagonal, swapped))
    }
    if (Math.min(...now) > most) return Number.POSITIVE_INFINITY
    twoBefore = before
    before = now
  }
  const least = Math.min(...before)
  return least > most ? Number.POSITIVE_INFINITY : least
}
