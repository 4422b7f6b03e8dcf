import { eq, notExists, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { unfoundTracks } from '../../../db/schema/casset/usage.ts'

/** The condition that a search may find the track with an id (rule: policy-documents). */
export const whereFound = (db: Db, trackId: SQLWrapper): SQL =>
  notExists(db.select({ id: unfoundTracks.trackId }).from(unfoundTracks).where(eq(unfoundTracks.trackId, trackId)))
