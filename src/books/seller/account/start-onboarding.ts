import type { Ctx } from '../../../context.ts'
import { AppError, invalid } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { askProcessor, isRefused, requireProcessor } from '../../../platform/payment/ask-processor.ts'
import type { Processor } from '../../../platform/payment/processor.ts'
import { testPageAt } from '../../../platform/payment/test-card/answer-test-page.ts'
import { countriesPaidFrom } from '../countries.ts'
import { hasWon } from '../has-won.ts'
import { maySell, permissionOf } from '../permission/permission.ts'
import { wasPaid } from '../was-paid.ts'
import { openAccount } from './open-account.ts'
import { platformCountry } from './platform-country.ts'
import { refreshAccount } from './read-account.ts'
import { accountOfArtist, type SellerAccount } from './seller-account.ts'

const page = '/studio/payouts'

/**
 * Opens the artist's account at the processor when there is none, or one in another country in
 * place of one that was never paid (rule: seller-country), and creates a link for the artist to
 * enter their details; the browser comes back to `origin`. Throws VALIDATION of the country,
 * BAD_STATE, UNAVAILABLE.
 */
export async function startOnboarding(ctx: Ctx, artist: Viewer, country: string | undefined, origin: string) {
  const processor = requireProcessor(ctx)
  if (artist.role === 'owner') {
    throw new AppError('BAD_STATE', say('Your sales go to the account of this site.'), {
      hint: say('You own this site: there is nothing to connect.'),
    })
  }
  try {
    const account = await openedAccount(ctx, processor, artist, country)
    // With real payments the processor only redirects to https, which BASE_URL is then.
    return { url: await linkTo(ctx, processor, account, processor.isLive ? ctx.site.origin : origin) }
  } catch (error) {
    if (!isRefused(error)) throw error
    ctx.log.error('an account was refused', { code: codeOf(error) })
    throw new AppError('BAD_STATE', say('The payment processor does not accept new payout accounts at the moment.'), {
      hint: say('Ask the owner of this site whether Stripe Connect is enabled, and whether it covers your country.'),
    })
  }
}

async function openedAccount(ctx: Ctx, processor: Processor, artist: Viewer, country: string | undefined) {
  const known = accountOfArtist(ctx, processor.mode, artist.artistId)
  const now = known && (await refreshAccount(ctx, processor, known.accountId))
  const account = known && accountOfArtist(ctx, processor.mode, artist.artistId)
  const open = account?.endedAt === null ? account : undefined
  const wanted = country?.toLowerCase()
  if (open && (wanted === undefined || wanted === now?.country)) return open
  if (open && wasPaid(ctx, open)) {
    throw new AppError('BAD_STATE', say('The country cannot be changed any more: you have been paid there.'), {
      hint: say('Close the account at the payment processor, and set payouts up again.'),
    })
  }
  if (!maySell(ctx.config, permissionOf(ctx, artist.artistId)) && !hasWon(ctx, artist.artistId)) {
    throw new AppError('BAD_STATE', say('The owner of this site has not let you sell yet.'), {
      hint: say('Ask to sell on the payouts page first.'),
    })
  }
  if (wanted === undefined) throw invalid('country', say('Choose the country you are paid in.'))
  if (!countriesPaidFrom(await platformCountry(ctx, processor)).includes(wanted)) {
    throw invalid('country', say('Payouts are not available in that country.'))
  }
  const { artistId, displayName, email } = artist
  return openAccount(ctx, processor, { artistId, displayName, country: wanted, email, replaces: open?.accountId })
}

async function linkTo(ctx: Ctx, processor: Processor, { accountId }: SellerAccount, origin: string): Promise<string> {
  const urls = { return_url: `${origin}${page}?from=back`, refresh_url: `${origin}${page}?from=stale` }
  const link = await askProcessor(ctx, processor, (stripe, options) =>
    stripe.v2.core.accountLinks.create(
      {
        account: accountId,
        use_case: {
          type: 'account_onboarding',
          account_onboarding: urls,
        },
      },
      options,
    ),
  )
  return testPageAt(link.url, origin)
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'none'
