import { getTableColumns } from 'drizzle-orm'
import { tracks } from '../../db/schema/audio.ts'

const { waveform: _waveform, peaks: _peaks, ...columns } = getTableColumns(tracks)

/** All of a track but its curves: five hundred numbers of JSON, which a list of tracks or a stream need not parse. */
export const trackColumns = columns

/** A track read by `trackColumns`. */
export type ListedTrack = Omit<typeof tracks.$inferSelect, 'waveform' | 'peaks'>
