import type { Ctx } from '../context.ts'
import type { Viewer } from '../http/session.ts'
import { type Days, dateOf } from '../lib/calendar.ts'
import { csvLines } from './csv-lines.ts'

/** Returns a response that streams an artist's part of the ledger as a CSV file. */
export function answerCsv(ctx: Ctx, { artistId, handle }: Viewer, days: Days): Response {
  const lines = csvLines(ctx, artistId, days)
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
  const name = `tapedeck-${handle}-${dateOf(days.from)}-to-${dateOf(days.to)}.csv`
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}
