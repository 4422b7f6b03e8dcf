/** The place of a track: its number among all of its disc, and which disc that is. */
export type DiscPlace = { track: number; tracks: number; disc: number; discs: number }

type Numbered = { id: string; taggedTrack: number | null; taggedDisc: number | null }

/**
 * Returns the places of tracks on several discs, where their files number them so and in this very
 * order: each disc from 1 on, without a gap. Null where that is not so: the tape is one then.
 */
export function discPlaces(tracks: readonly Numbered[]): ReadonlyMap<string, DiscPlace> | null {
  const discs = [...Map.groupBy(tracks, ({ taggedDisc }) => taggedDisc)]
  const areInRow = discs.every(
    ([disc, onDisc], at) => disc === at + 1 && onDisc.every(({ taggedTrack }, nth) => taggedTrack === nth + 1),
  )
  const inOrder = discs.flatMap(([, onDisc]) => onDisc)
  if (discs.length < 2 || !areInRow || inOrder.some(({ id }, at) => id !== tracks[at]?.id)) return null
  return new Map(
    discs.flatMap(([, onDisc], at) =>
      onDisc.map(({ id }, nth) => [id, { track: nth + 1, tracks: onDisc.length, disc: at + 1, discs: discs.length }]),
    ),
  )
}
