import type { Ctx } from '../context.ts'
import type { Viewer } from '../http/session.ts'
import { type Days, dateOf } from '../lib/calendar.ts'
import { type Accounts, accountsOfArtist, accountsOfInstance } from './account-entries.ts'
import { csvLines } from './csv-lines.ts'

/** Returns a response that streams an artist's part of the ledger as a CSV file. */
export const answerCsv = (ctx: Ctx, { artistId, handle }: Viewer, days: Days): Response =>
  answerFile(ctx, accountsOfArtist(ctx, artistId), days, handle)

/** Returns the same of everybody who sells here and of the platform, for the books of the owner of the instance. */
export const answerWholeCsv = (ctx: Ctx, days: Days): Response =>
  answerFile(ctx, accountsOfInstance(ctx), days, 'everybody')

function answerFile(ctx: Ctx, holders: Iterable<Accounts>, days: Days, whose: string): Response {
  const lines = csvLines(ctx, holders, days)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await lines.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await lines.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
  const name = `tapedeck-${whose}-${dateOf(days.from)}-to-${dateOf(days.to)}.csv`
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}
