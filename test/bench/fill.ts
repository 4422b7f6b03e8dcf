import { closeDb } from '../../db/open.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { hashFile } from '../../src/platform/blob/blobs.ts'
import { addReadyTrack, cast } from '../support/world.ts'
import { openFolder } from './open-folder.ts'

/** `streamed` is the id of the track that is played. */
export type Filled = { cookie: string; cassetId: string; handle: string; streamed: string }

/**
 * Fills the folder without a server, so that only the executable is measured on it. A casset has
 * room for 500 tracks.
 */
export async function fill(dataDir: string, { masterPath = '', tracksMade = 500 } = {}): Promise<Filled> {
  const ctx = await openFolder(dataDir)
  const { cookie, cassetId, handle } = cast(ctx, 'prolific', { bio: 'Five hundred songs about one street.' })
  const first = await addReadyTrack(ctx, cassetId, 'A song of the street, number 1')
  if (masterPath !== '') {
    const sha256 = await hashFile(masterPath)
    const copy = ctx.blobs.scratch('master')
    await Bun.write(copy, Bun.file(masterPath))
    await ctx.blobs.adopt([{ path: copy, sha256 }], () => {})
    ctx.db
      .update(tracks)
      .set({ sha256, bytes: Bun.file(masterPath).size, format: 'flac' })
      .run()
  }
  ctx.db.transaction((tx) => {
    for (let n = 2; n <= tracksMade; n += 1) {
      const own = { id: ctx.uuid(), hookId: ctx.uuid(), title: `A song of the street, number ${n}`, position: n }
      tx.insert(tracks)
        .values({ ...first, ...own })
        .run()
    }
  })
  closeDb(ctx.db)
  return { cookie, cassetId, handle, streamed: first.id }
}
