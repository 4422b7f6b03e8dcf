import { getTableColumns } from 'drizzle-orm'
import { tracks } from '../../db/schema/audio.ts'

const { waveform: _waveform, peaks: _peaks, ...columns } = getTableColumns(tracks)

/** All of a track but its curves: five hundred numbers of JSON, which a list of tracks or a stream need not parse. */
export const trackColumns = columns

/** A track read by `trackColumns`; in a list its lyrics may be left out, as there are too many. */
export type ListedTrack = Omit<typeof tracks.$inferSelect, 'waveform' | 'peaks'> & { isLeftOut?: boolean }
