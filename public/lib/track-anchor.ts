/** Returns the id of a track's row on the page of its tape, to which links lead. */
export const trackAnchor = (trackId: string): string => `track-${trackId}`
