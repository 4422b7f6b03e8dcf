import { inTransaction } from '../../../../db/commits.ts'
import { bounceByToken, complainByToken } from '../../../audience/letter/end-letters.ts'
import { type MailReport, readReports } from '../../../audience/letter/read-reports.ts'
import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { count } from '../../../lib/text/count.ts'
import { readBounded } from '../../../platform/http/request/read-bounded.ts'
import { noteReturned } from '../../../platform/mail/send-mail.ts'
import type { Machine } from '../start-serving.ts'
import { onInstance } from './on-instance.ts'

const mostMegabytes = 64

/**
 * `tapedeck bounces`: notes which emails came back, and ends the letters of readers who complained,
 * from the emails in `input`: one, or a mailbox. Returns the exit code.
 */
export async function bouncesCommand(
  config: Config,
  machine: Machine,
  input: Response,
  print: (line: string) => void,
): Promise<number> {
  const tooLong = () => new AppError('PAYLOAD_TOO_LARGE', `A mailbox may have ${mostMegabytes} MB. Split it.`)
  const source = await readBounded(input, mostMegabytes * 1_000_000, tooLong).catch((error: unknown) => {
    if (error instanceof AppError) return error
    throw error
  })
  return onInstance(config, machine, print, (ctx) => {
    if (source instanceof AppError) throw source
    const reports = readReports(new TextDecoder().decode(source))
    let [bounces, complaints] = [0, 0]
    for (const report of reports) {
      if (report?.kind === 'bounce' && noteBounce(ctx, report)) bounces += 1
      if (report?.kind === 'complaint' && report.tokens.some((token) => complainByToken(ctx, token))) complaints += 1
    }
    const others = reports.length - bounces - complaints
    print(
      `${count(bounces, 'email')} came back for good, ${count(complaints, 'reader')} complained; ` +
        `${count(others, 'email')} told of neither.`,
    )
  })
}

/** Returns whether the report is about an email of ours. Repeating it changes nothing. */
const noteBounce = (ctx: Ctx, report: Extract<MailReport, { kind: 'bounce' }>): boolean =>
  report.tokens.some((token) => bounceByToken(ctx, token, report)) ||
  report.mailIds.some((id) => inTransaction(ctx.db, () => noteReturned(ctx, id, report)))
