import { join } from 'node:path'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { runLimited } from '../../lib/turn/limited-child.ts'
import { ownState } from '../../platform/own-state.ts'
import { isLiveKey } from '../../platform/payment/mode.ts'
import type { Rehearsal } from './model.ts'

// Stripe needs minutes for disputes; the program itself hardly anything.
const limits = { cpuMs: 300_000, rssMb: 600, wallMs: 1_800_000 }

const state = ownState((): Rehearsal => ({ isRunning: false, text: null }))

export const readRehearsal = (ctx: Ctx): Rehearsal => ({ ...state(ctx) })

/**
 * Begins to play payments through with the test keys of this site, in a process of its own
 * (rule: rehearsal). Throws BAD_STATE without test keys of Stripe, and while one is played.
 */
export function beginRehearsal(ctx: Ctx): void {
  const { secretKey, publishableKey, apiBase } = ctx.config.stripe
  if (ctx.config.payments !== 'stripe' || !secretKey || !publishableKey || isLiveKey(secretKey)) {
    const hint = say('Set test keys first, sk_test_… and pk_test_…, and the live ones once all went well.')
    throw new AppError('BAD_STATE', say('A rehearsal takes test keys of Stripe only.'), { hint })
  }
  const now = state(ctx)
  if (now.isRunning) throw new AppError('BAD_STATE', say('A rehearsal is running.'), { hint: say('Wait for its end.') })
  Object.assign(now, { isRunning: true, text: null })
  const file = join(ctx.config.dataDir, `rehearsal-${ctx.now()}.json`)
  const env = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    ...(apiBase ? { STRIPE_API_BASE: apiBase.origin } : {}),
  }
  void play(ctx, file, env)
}

async function play(ctx: Ctx, file: string, env: Readonly<Record<string, string>>): Promise<void> {
  const end = await runLimited({ cmd: [...ctx.selfCommand, 'rehearse', file], env, ...limits })
  const text = end.kind === 'answer' ? end.text.trim() : say('It did not come to its end. Try again later.')
  Object.assign(state(ctx), { isRunning: false, text: text === '' ? say('It printed nothing.') : text })
}
