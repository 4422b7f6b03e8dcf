import { recordedSeller, siteSeller } from '../../books/tax/site-seller.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'

/**
 * Says where a prize lies until it is paid out: on the account of the owner of the instance at the
 * processor, who may be the artist themselves (rule: prize-holder).
 */
export function prizeHolderText(ctx: Ctx, artist: { handle: string; displayName: string }): string {
  const { displayName } = artist
  if (recordedSeller(ctx)?.handle === artist.handle)
    return say(
      '{displayName} runs this site: until it is paid out, the prize lies on their own account at the payment processor. Winners tell the processor where to send it.',
      { displayName },
    )
  return say(
    'Until it is paid out, the prize lies on the account of {seller}, who runs this site, at the payment processor; {displayName} cannot take it back at will. Winners tell the processor where to send it.',
    { displayName, seller: siteSeller(ctx)?.name ?? ctx.config.site.name },
  )
}
