import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { doesCount, isTestMoney, type OrderMode } from '../../platform/payment/mode.ts'

/** Returns why a payment in a mode does not count now (rule: modes); null when it counts. */
export function uncountedText(ctx: Ctx, mode: OrderMode): string | null {
  if (doesCount(ctx, mode)) return null
  return isTestMoney(mode)
    ? say('Test purchase: not valid here now.')
    : say('Paid with real money: not valid while this site takes test payments.')
}
