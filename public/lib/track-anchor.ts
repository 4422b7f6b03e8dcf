export const trackAnchor = (trackId: string): string => `track-${trackId}`
