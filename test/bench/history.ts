import { inTransaction } from '../../db/commits.ts'
import { closeDb } from '../../db/open.ts'
import { appendEvent } from '../../src/release/provenance/append-event.ts'
import { listEvents } from '../../src/release/provenance/list-events.ts'
import { measured, p99Row } from './measured.ts'
import { medianOf } from './median.ts'
import { openFolder } from './open-folder.ts'
import type { Row } from './report.ts'

const atOnce = 5_000
const reads = 2_000

/** Appends events to a release's history, in a folder that nothing serves, and measures pages. */
export async function measureHistory(dataDir: string, releaseId: string, events: number): Promise<Row[]> {
  const ctx = await openFolder(dataDir)
  for (let done = 0; done < events; done += atOnce) {
    inTransaction(ctx.db, () => {
      for (let n = 0; n < atOnce; n += 1) {
        const decision = n % 2 === 0 ? 'ALLOW' : 'DENY'
        const actor = { kind: 'artist', handle: 'prolific' } as const
        appendEvent(ctx, releaseId, {
          type: 'PERMISSION_CHANGED',
          actor,
          payload: { scope: 'remix', previousDecision: decision, decision },
        })
      }
    })
  }
  // One job covers them all; it is added when serving starts.
  ctx.db.$client.run("DELETE FROM jobs WHERE kind = 'anchor-events'")
  const pages = Array.from({ length: reads }, (_, n) => {
    const at = ((n * 617) % Math.floor(events / 100)) * 100
    return { at, ...measured(() => listEvents(ctx, releaseId, 100, String(at))) }
  })
  closeDb(ctx.db)
  const quarter = (from: number) => {
    const found = pages.filter(({ at }) => at >= (events * from) / 4 && at < (events * (from + 1)) / 4)
    return medianOf(found.map(({ ms }) => ms)).toFixed(2)
  }
  const note = `: ${quarter(0)} in the first quarter, ${quarter(3)} in the last`
  return [p99Row(`a page of ${events} events`, pages, 5, note)]
}
