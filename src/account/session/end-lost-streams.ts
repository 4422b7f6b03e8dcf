import { sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import { prepared } from '../../../db/prepared.ts'
import { sessions } from '../../../db/schema/account/session.ts'
import type { Ctx } from '../../context.ts'
import { endStreams } from './session.ts'

const lookEveryMs = 2_000
const here = prepared((db) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(isAmong(sessions.id, sql.placeholder('ids'))),
)

/**
 * Checks every two seconds whether another process wrote. Then looks for jobs that it added, as
 * `tapedeck import` does, and ends the open streams of sessions that it ended, as `tapedeck
 * password` does. Returns the function that stops this.
 */
export function followOtherProcesses(ctx: Ctx, everyMs = lookEveryMs): () => void {
  // Raw: a pragma.
  const count = ctx.db.$client.query<{ data_version: number }, []>('PRAGMA data_version')
  let seen = count.get()?.data_version
  const timer = setInterval(() => {
    const now = count.get()?.data_version
    if (now === seen) return
    seen = now
    ctx.jobs.wake()
    endLostStreams(ctx)
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

function endLostStreams(ctx: Ctx): void {
  const open = ctx.hub.sessions()
  const rows = here(ctx.db).all({ ids: JSON.stringify([...open]) })
  const lost = open.difference(new Set(rows.map(({ id }) => id)))
  endStreams(
    ctx,
    [...lost].map((sessionId) => ({ sessionId })),
  )
}
