/**
 * Divides an amount by weights into whole units that sum to it: each part is rounded towards zero,
 * and the first one gets the remainder. The same amount is always divided alike, and its negative
 * into the negatives.
 */
export function divideByWeights(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const parts = weights.map((weight) => Math.trunc((amount * weight) / total))
  const left = amount - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, index) => (index === 0 ? part + left : part))
}
