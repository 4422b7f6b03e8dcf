import { type Accounts, accountsOfArtist, accountsOfInstance } from '../../books/ledger/account-entries.ts'
import type { Ctx } from '../../context.ts'
import { type Days, dateOf } from '../../lib/time/calendar.ts'
import { sendCsv } from '../../platform/http/answer/send-csv.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { csvLines } from './csv-lines.ts'

export const answerCsv = (ctx: Ctx, { artistId, handle }: Viewer, days: Days): Response =>
  answerFile(ctx, accountsOfArtist(ctx, artistId), days, handle)

/** The same of all sellers and the platform, for the books of the owner of the instance. */
export const answerWholeCsv = (ctx: Ctx, days: Days): Response =>
  answerFile(ctx, accountsOfInstance(ctx), days, 'everybody')

function answerFile(ctx: Ctx, holders: Iterable<Accounts>, days: Days, whose: string): Response {
  const lines = csvLines(ctx, holders, days)
  return sendCsv(lines, `${whose}-${dateOf(days.from)}-to-${dateOf(days.to)}`)
}
