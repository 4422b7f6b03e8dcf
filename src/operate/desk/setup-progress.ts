import { notedValue, noteValue } from '../../../db/kept-value.ts'
import type { Ctx } from '../../context.ts'
import { isSetupStep, type SetupStep, setupSteps } from '../../lib/account/setup-steps.ts'
import { environmentOf } from '../../platform/setting/restarting.ts'
import { inForce, storedSettings } from '../../platform/setting/stored-settings.ts'
import type { Setup } from './model.ts'

/** A question is answered once one of these is set, at the desk or by the environment. */
const answeredBy: Readonly<Record<SetupStep, readonly string[]>> = {
  site: ['SITE_NAME'],
  address: ['BASE_URL'],
  email: ['SMTP_URL'],
  seller: ['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_COUNTRY'],
  payments: ['PAYMENTS', 'STRIPE_SECRET_KEY'],
  'sign-up': ['REGISTRATION'],
}

const skippedName = 'setup-skipped'

export function readSetup(ctx: Ctx): Setup {
  const values = { ...inForce(storedSettings(ctx), environmentOf(ctx)), ...environmentOf(ctx) }
  const skipped = skippedSteps(ctx)
  return setupSteps.map((step) => {
    const hasDomain = step === 'address' && ctx.config.domain !== undefined
    if (hasDomain || answeredBy[step].some((name) => values[name] !== undefined)) return { step, state: 'answered' }
    return { step, state: skipped.has(step) ? 'skipped' : 'open' }
  })
}

/** Keeps that a question is left out for now; it can be answered later all the same. */
export function skipStep(ctx: Ctx, step: SetupStep): void {
  noteValue(ctx.db, skippedName, [...skippedSteps(ctx).add(step)].join(' '))
}

const skippedSteps = ({ db }: Ctx): Set<SetupStep> =>
  new Set((notedValue(db, skippedName) ?? '').split(' ').filter(isSetupStep))
