import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { askProcessor, isOutOfReach, isRefused, requireProcessor } from '../../../platform/payment/ask-processor.ts'
import { testPageAt } from '../../../platform/payment/test-card/answer-test-page.ts'
import { refreshAccount } from './read-account.ts'
import { accountOfArtist } from './seller-account.ts'

/**
 * Creates a link for one visit to the artist's pages at the processor: bank, tax forms, each
 * payout. A test page is shown below `origin`. Throws BAD_STATE without an account that is set up,
 * UNAVAILABLE.
 */
export async function openDashboard(ctx: Ctx, artist: Viewer, origin: string): Promise<{ url: string }> {
  const processor = requireProcessor(ctx)
  if (artist.role === 'owner') {
    throw new AppError('BAD_STATE', say('Your sales go to the account of this site.'), {
      hint: say('Sign in at the payment processor to see it.'),
    })
  }
  const account = accountOfArtist(ctx, processor.mode, artist.artistId)
  if (!account || account.readyAt === null || account.endedAt !== null) throw notSetUp()
  try {
    const link = await askProcessor(ctx, processor, (stripe, options) =>
      stripe.accounts.createLoginLink(account.accountId, {}, options),
    )
    return { url: testPageAt(link.url, origin) }
  } catch (error) {
    if (!isOutOfReach(error) && !isRefused(error)) throw error
    await refreshAccount(ctx, processor, account.accountId)
    throw notSetUp()
  }
}

const notSetUp = () =>
  new AppError('BAD_STATE', say('You have no account at the payment processor that is set up.'), {
    hint: say('Set payouts up first, on the payouts page.'),
  })
