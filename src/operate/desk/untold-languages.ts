import type { Ctx } from '../../context.ts'
import { environmentOf } from '../../platform/setting/restarting.ts'
import { changeOf, newestChangeIds } from '../../platform/setting/stored-settings.ts'

/**
 * Whether the site still speaks English alone because it did when the program learnt more, and
 * nobody has said since which languages it should offer (rule: site-languages).
 */
export function isUntoldOfLanguages(ctx: Ctx): boolean {
  const id = newestChangeIds(ctx).get('LANGUAGES')
  if (!id || environmentOf(ctx).LANGUAGES !== undefined) return false
  return changeOf(ctx, id)?.change.userId === null
}
