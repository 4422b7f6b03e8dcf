type Opened = {
  casset: { slug: string | null; wholeForAll: boolean; takenDown: unknown }
  track: { wholeForAll: boolean; takenDown: unknown }
}

/**
 * Whether everybody hears a track whole (rule: whole-for-all). Of a casset that several share each
 * opens their own tracks, and nobody all of it.
 */
export const isWholeForAll = ({ casset, track }: Opened): boolean =>
  (track.wholeForAll || (casset.slug === null && casset.wholeForAll)) &&
  casset.takenDown === null &&
  track.takenDown === null
