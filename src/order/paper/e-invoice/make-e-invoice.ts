import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { runLimited } from '../../../lib/turn/limited-child.ts'
import { createSemaphore, SemaphoreFull } from '../../../lib/turn/semaphore.ts'
import { ownState } from '../../../platform/own-state.ts'
import type { EInvoice } from './e-invoice.ts'
import { ublInvoice } from './ubl-invoice.ts'

// The first one takes about two seconds of the processor and 200 MB, most of it the library.
const limits = { cpuMs: 20_000, rssMb: 500, niceness: 5 }

/** One at a time, and nobody waits for long. */
const making = ownState(() => createSemaphore({ atOnce: 1, waiting: 10 }))

const notNow = (message: string) => new AppError('UNAVAILABLE', message, { retryAfter: 30 })

/** Returns an e-invoice as XML (CII). Throws UNAVAILABLE when it cannot be made now. */
export async function makeEInvoice(ctx: Ctx, invoice: EInvoice): Promise<string> {
  const child = { cmd: [...ctx.selfCommand, '__e-invoice'], stdin: JSON.stringify(ublInvoice(invoice)), ...limits }
  try {
    const end = await making(ctx)(() => runLimited(child))
    if (end.kind === 'answer' && end.exitCode === 0 && end.text !== '') return end.text
    ctx.log.error('an e-invoice could not be made', { end: end.kind })
    throw notNow(say('The e-invoice could not be made.'))
  } catch (error) {
    throw error instanceof SemaphoreFull ? notNow(say('Too many e-invoices are being made.')) : error
  }
}
