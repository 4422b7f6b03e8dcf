import { emailsIn, readReport } from '../../../audience/letter/report/read-reports.ts'
import type { Config } from '../../../config.ts'
import { AppError } from '../../../errors.ts'
import { count } from '../../../lib/text/count.ts'
import { readBounded } from '../../../platform/http/request/read-bounded.ts'
import type { Machine } from '../start-serving.ts'
import { noteReport } from './note-report.ts'
import { onInstance } from './on-instance.ts'
import { passOn } from './pass-on.ts'

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
  return onInstance(config, machine, print, async (ctx) => {
    if (source instanceof AppError) throw source
    let [bounces, complaints, passed, others] = [0, 0, 0, 0]
    for (const email of emailsIn(new TextDecoder().decode(source))) {
      const report = readReport(email)
      if (!report && (await passOn(ctx, email).catch(() => false))) passed += 1
      else if (!report || !noteReport(ctx, report)) others += 1
      else if (report.kind === 'bounce') bounces += 1
      else complaints += 1
    }
    print(
      `${count(bounces, 'email')} came back for good, ${count(complaints, 'reader')} complained; ` +
        `${count(others, 'email')} told of neither.`,
    )
    if (passed > 0) print(`${count(passed, 'email')} of people passed on to ${ctx.config.site.contactEmail}.`)
  })
}
