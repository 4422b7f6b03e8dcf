import type { Ctx } from '../../context.ts'
import { requireProcessor } from '../../platform/payment/ask-processor.ts'
import { castRehearsal } from './cast.ts'
import { cleanUp } from './clean-up.ts'
import type { Recorder } from './recorder.ts'
import type { Report } from './report.ts'
import { refusalOf, type Stage } from './stage.ts'
import { type Opened, tryConnect } from './try-connect.ts'
import { tryDisputes } from './try-disputes.ts'
import { tryDoctor } from './try-doctor.ts'
import { tryAgents, tryPayments } from './try-payments.ts'

// Of these 20.00 is more than the least that a card can be charged (docs.stripe.com/currencies).
const usual = new Set('aud cad chf dkk eur gbp nok nzd sek sgd usd'.split(' '))

const scenes = { payments: tryPayments, disputes: tryDisputes, agents: tryAgents } as const

/**
 * Plays through what happens to money in an empty data folder, at the processor of its context, and cleans up there.
 * Returns what could not be cleaned up. Throws when the key does not open a test mode.
 */
export async function rehearse(
  ctx: Ctx,
  recorder: Recorder,
  report: Report,
  pace: Pick<Stage, 'patienceMs' | 'pauseMs'>,
): Promise<string[]> {
  const processor = requireProcessor(ctx)
  recorder.begin('account')
  const { livemode } = await processor.stripe.balance.retrieve()
  if (livemode) throw new Error('This key moves real money.')
  const { default_currency: own = 'usd' } = await processor.stripe.accounts.retrieveCurrent()
  const currency = usual.has(own) ? own : 'usd'
  const stage: Stage = { ctx, processor, report, currency, cast: castRehearsal(ctx, currency), ...pace }
  const opened: Opened = { accounts: [] }
  const play = async (name: string, act: () => Promise<void>) => {
    recorder.begin(name)
    try {
      await act()
    } catch (error) {
      report.compare(name, 'played to its end', refusalOf(error))
    }
  }
  for (const [name, scene] of Object.entries(scenes)) await play(name, () => scene(stage))
  await play('accounts', () => tryConnect(stage, opened))
  await play('doctor', () => tryDoctor(stage))
  recorder.begin('cleaning up')
  return cleanUp(stage, ctx.config.baseUrl?.hostname ?? '', opened)
}
