import type { Ctx } from '../../context.ts'
import { settingOf } from './settings.ts'
import { storeSettings } from './stored-settings.ts'

/**
 * Makes the address at which a person claimed the site its own, as if they had set it at the desk
 * (rule: first-start). Called in the transaction of the claim.
 */
export function adoptAddress(ctx: Ctx, origin: string, userId: string): void {
  const setting = settingOf('BASE_URL')
  if (setting) storeSettings(ctx, [{ setting, value: origin }], userId)
}
