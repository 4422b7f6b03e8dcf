import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { givenState } from '../../own-state.ts'
import { signatureOf } from '../../setting/site-config.ts'

type SiteSeller = { name: string; address: readonly string[] }

/** Returns who runs the site; null where nobody is named. */
export const siteSellerOf = givenState<(ctx: Ctx) => SiteSeller | null>('seller of the site')

export function senderLines(ctx: Ctx): string[] {
  const seller = siteSellerOf(ctx)(ctx)
  const site = signatureOf(ctx)
  const name = seller?.name ?? site
  const sender = [...(name === site ? [site] : [site, name]), ...(seller?.address ?? [])].join(', ')
  const { imprint, privacy } = ctx.config.site
  return [
    sender,
    ...(imprint === null ? [] : [`${say('Imprint')}: ${ctx.site.origin}/imprint`]),
    ...(privacy === null ? [] : [`${say('Privacy')}: ${ctx.site.origin}/privacy`]),
  ]
}

/** Returns an email's text with its foot, below two dashes and a space. */
export const withFoot = (text: string, lines: readonly string[]): string =>
  lines.length === 0 ? text : `${text.trimEnd()}\n\n-- \n${lines.join('\n')}\n`
