import { inTransaction } from '../../db/commits.ts'
import { closeDb } from '../../db/open.ts'
import { appendEvent } from '../../src/provenance/append-event.ts'
import { openFolder } from './open-folder.ts'

const atOnce = 5_000

/** Appends events to the history of a release, in a folder that nothing serves. */
export async function fillEvents(dataDir: string, releaseId: string, events: number): Promise<void> {
  const ctx = await openFolder(dataDir)
  for (let done = 0; done < events; done += atOnce) {
    inTransaction(ctx.db, () => {
      for (let n = 0; n < atOnce; n += 1) {
        const decision = n % 2 === 0 ? 'ALLOW' : 'DENY'
        const actor = { kind: 'artist', handle: 'prolific' } as const
        appendEvent(ctx, releaseId, { type: 'PERMISSION_CHANGED', actor, payload: { scope: 'remix', decision } })
      }
    })
  }
  // One job covers them all; it is added when serving starts.
  ctx.db.$client.run("DELETE FROM jobs WHERE kind = 'anchor-events'")
  closeDb(ctx.db)
}
