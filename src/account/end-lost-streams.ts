import type { Ctx } from '../context.ts'
import { endStreams } from './session.ts'

const lookEveryMs = 5_000
const here = 'SELECT id FROM sessions WHERE id IN (SELECT value FROM json_each(?))'

/**
 * Ends the open streams of sessions that another process has ended, such as `tapedeck password`: looks every few seconds
 * whether any wrote. Returns what stops it.
 */
export function followOtherProcesses(ctx: Ctx, everyMs = lookEveryMs): () => void {
  const count = ctx.db.$client.query<{ data_version: number }, []>('PRAGMA data_version')
  let seen = count.get()?.data_version
  const timer = setInterval(() => {
    const now = count.get()?.data_version
    if (now === seen) return
    seen = now
    endLostStreams(ctx)
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

function endLostStreams(ctx: Ctx): void {
  const open = ctx.hub.sessions()
  const rows = ctx.db.$client.query<{ id: string }, [string]>(here).all(JSON.stringify([...open]))
  const lost = open.difference(new Set(rows.map(({ id }) => id)))
  endStreams(
    ctx,
    [...lost].map((sessionId) => ({ sessionId })),
  )
}
