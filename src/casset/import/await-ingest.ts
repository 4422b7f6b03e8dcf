import { and, count, eq, inArray } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import type { LeftFile } from '../../lib/album/found.ts'
import type { Imported } from './run-import.ts'
import type { Tell } from './tell.ts'

const lookEveryMs = 500

/**
 * Waits until all tracks of an import's tapes are measured, by this process or by the one that
 * serves the site, also those of an earlier run that was killed. Returns those of this run that
 * turned out to be damaged.
 */
export async function awaitIngest(ctx: Ctx, { tapes, trackIds }: Imported, tell: Tell): Promise<LeftFile[]> {
  const ids = tapes.map(({ id }) => id)
  let most = 0
  for (;;) {
    const waiting = countWaiting(ctx, ids)
    if (waiting === 0) break
    most = Math.max(most, waiting)
    tell(most - waiting, most, 'measured')
    await Bun.sleep(lookEveryMs)
  }
  const brought = new Set(trackIds)
  return ids.flatMap((cassetId) => failedOf(ctx, cassetId).filter(({ id }) => brought.has(id)))
}

const countWaiting = ({ db }: Ctx, cassetIds: readonly string[]): number => {
  const which = and(inArray(tracks.cassetId, [...cassetIds]), eq(tracks.status, 'PROCESSING'))
  return db.select({ count: count() }).from(tracks).where(which).get()?.count ?? 0
}

const failedOf = ({ db }: Ctx, cassetId: string) =>
  db
    .select({ id: tracks.id, path: tracks.fileName, problem: tracks.problem })
    .from(tracks)
    .where(and(eq(tracks.cassetId, cassetId), eq(tracks.status, 'FAILED')))
    .all()
    .map(({ id, path, problem }) => ({ id, path, why: problem ?? 'could not be processed' }))
