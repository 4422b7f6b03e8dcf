/**
 * Divides an amount by weights into whole units that sum to it. Rounding is by what the parts so far come to, so the same
 * amount is always divided alike, and its negative into the negatives.
 */
export function divide(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let [weightSoFar, givenSoFar] = [0, 0]
  return weights.map((weight) => {
    weightSoFar += weight
    const due = Math.trunc((amount * weightSoFar) / total)
    const part = due - givenSoFar
    givenSoFar = due
    return part
  })
}
