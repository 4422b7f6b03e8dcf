import type { Ctx } from '../../context.ts'
import { environmentOf } from '../../platform/setting/restarting.ts'
import { changeOf, newestChangeIds } from '../../platform/setting/stored-settings.ts'

/**
 * Whether an upgrade kept the site in English alone, and nobody has chosen its languages at the
 * desk since (rule: site-languages).
 */
export function isUntoldOfLanguages(ctx: Ctx): boolean {
  const id = newestChangeIds(ctx).get('LANGUAGES')
  if (!id || environmentOf(ctx).LANGUAGES !== undefined) return false
  return changeOf(ctx, id)?.change.userId === null
}
