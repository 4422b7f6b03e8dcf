/** Returns percents to begin with: halves down to the last two, who are equal. */
export function usualSplit(winners: number): number[] {
  const parts = Array.from({ length: winners }, (_, index) => Math.floor(100 / 2 ** (index + 1)) || 1)
  const rest = 100 - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, index) => (index === 0 ? part + rest : part))
}
