export type PrintedTrack = { number: number; title: string; length: string }

/** A panel of tracks, or the one of shows, which is the last. */
export type Panel = PrintedTrack[] | 'shows'

/** How many shows fit on their panel. */
export const printedShows = 6

/** Lines that fit on a panel of the card; the first one has a heading above them. */
const linesOfFirst = 24
const lines = 28
/**
 * Panels of a sheet of paper (A4 or Letter, across): beside flap, spine and front, and without
 * them.
 */
const besideFront = 2
const onSheet = 4

/**
 * Lays the tracks out in the panels of one card: the first sheet has the front and two panels, each
 * further one four, to be glued on.
 */
export function layOut(tracks: readonly PrintedTrack[], hasShows: boolean): Panel[][] {
  const panels: Panel[] = [tracks.slice(0, linesOfFirst)]
  for (let from = linesOfFirst; from < tracks.length; from += lines) panels.push(tracks.slice(from, from + lines))
  if (hasShows) panels.push('shows')
  const sheets = [panels.slice(0, besideFront)]
  for (let from = besideFront; from < panels.length; from += onSheet) sheets.push(panels.slice(from, from + onSheet))
  return sheets
}
