// Less in common is another tape: a single has one of an album's tracks.
const leastShared = 0.5

/** A tape that is planned, or that an earlier import made, by the hashes of its files. */
type Hashed = { hashes: ReadonlySet<string> }

/**
 * Returns for each planned tape the one that an earlier import made of it: most files of both are
 * the same (intersection over union). No two become one.
 */
export function matchTapes<Planned extends Hashed>(
  planned: readonly Planned[],
  known: ReadonlyMap<string, ReadonlySet<string>>,
): Map<Planned, string> {
  const holders = new Map<string, string[]>()
  for (const [cassetId, hashes] of known) {
    for (const hash of hashes) holders.set(hash, [...(holders.get(hash) ?? []), cassetId])
  }
  const pairs = planned.flatMap((tape) => {
    const shared = Map.groupBy(
      [...tape.hashes].flatMap((hash) => holders.get(hash) ?? []),
      (cassetId) => cassetId,
    )
    return [...shared].map(([cassetId, { length }]) => {
      const union = tape.hashes.size + (known.get(cassetId)?.size ?? 0) - length
      return { tape, cassetId, part: length / union }
    })
  })
  const matched = new Map<Planned, string>()
  const taken = new Set<string>()
  for (const { tape, cassetId, part } of pairs.toSorted((a, b) => b.part - a.part)) {
    if (part < leastShared || matched.has(tape) || taken.has(cassetId)) continue
    matched.set(tape, cassetId)
    taken.add(cassetId)
  }
  return matched
}
