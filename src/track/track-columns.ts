import { getTableColumns } from 'drizzle-orm'
import { tracks } from '../../db/schema/audio.ts'

const { waveform: _waveform, peaks: _peaks, ...columns } = getTableColumns(tracks)

/** All columns of a track but its waveforms: five hundred numbers of JSON, which lists and streams need not parse. */
export const trackColumns = columns

/** A track read by `trackColumns`; in a list its lyrics may be omitted for length. */
export type ListedTrack = Omit<typeof tracks.$inferSelect, 'waveform' | 'peaks'> & { isLeftOut?: boolean }
