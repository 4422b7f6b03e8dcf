import { inParts } from '../../../public/lib/in-parts.tsx'
import { cassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { gap } from '../../lib/text/gap.ts'
import { longDay } from '../../lib/time/day-text.ts'
import { canChange } from '../../shop/support/change-support.ts'
import { waitsForPayer } from '../../shop/support/pay-support.ts'
import type { Support } from '../../shop/support/support.ts'
import { supportOfKey } from '../../shop/support/support-key.ts'
import { sumOfSupport } from '../../shop/support/support-text.ts'
import { optional, page } from '../page.tsx'
import { secretPage } from '../parts/secret-page.ts'
import { FormLayout, formHead } from '../parts/sign-up/form-layout.tsx'

/**
 * `/support/:key`: the link of each email about a support, where it is seen and ended by one press,
 * signed in or not (rule: supporters). A visit does nothing, since programs open links too.
 */
export const supportRoute = (ctx: Ctx) =>
  page(ctx, { path: '/support/:key', viewer: optional }, ({ params: { key } }) => {
    const support = supportOfKey(ctx, key)
    if (!support) throw notFound('link')
    const { artist } = cassetForSale(ctx, support.cassetId)
    return {
      head: formHead(say('Your support'), say('See it, and end it.'), '/support'),
      main: <SupportPage support={support} artist={artist} action={`/support/${key}`} />,
      ...secretPage,
    }
  })

type SupportPageProps = {
  support: Support
  artist: { handle: string; displayName: string }
  action: string
}

const SupportPage = ({ support, artist, action }: SupportPageProps) => (
  <FormLayout
    title={say('Your support of {artist}', { artist: artist.displayName })}
    lead={`${support.levelName} · ${sumOfSupport(support)}`}
    isPlain={true}
  >
    <div class="form">
      <p>{standing(support)}</p>
      <div class="acts">
        {waitsForPayer(support) && (
          <a class="key go" href={`/checkout/${artist.handle}/support`}>
            {say('Pay it with another card')}
          </a>
        )}
        {canChange(support) && (
          <a class="key" href={`/checkout/${artist.handle}/support`}>
            {support.rhythm === 'year' ? say('Change it') : say('Change or pause it')}
          </a>
        )}
        {support.leftAt === null && support.state !== 'ENDED' && (
          <form method="post" action={action}>
            <button type="submit" class="key">
              {say('End my support')}
            </button>
          </form>
        )}
      </div>
      <p class="fine-print">
        {inParts(say('The page of <a>{artist}</a>.', { artist: artist.displayName }), {
          a: (name) => (
            <a href={`/@${artist.handle}`} dir="auto">
              {name}
            </a>
          ),
        })}
      </p>
    </div>
  </FormLayout>
)

/** Returns how a support stands, in words for its supporter. */
export function standing(support: Support): string {
  const { state, paidUntil, leftAt, restsFor, nextAmountMinor, pausedUntil } = support
  const day = longDay(paidUntil ?? 0)
  const goesOn = longDay(pausedUntil ?? 0)
  const isGoingOn = leftAt === null && state !== 'ENDED'
  if (isGoingOn && nextAmountMinor !== null) {
    const sum = sumOfSupport({ ...support, amountMinor: nextAmountMinor })
    return `${standing({ ...support, nextAmountMinor: null })}${gap()}${say('From the next payment on it is {sum}.', { sum })}`
  }
  if (state === 'ENDED') return say('It has ended. Nothing more is taken from your card.')
  if (leftAt !== null)
    return say('You have ended it. It runs to {day}, and nothing more is taken from your card.', { day })
  if (state === 'ACTIVE' && pausedUntil !== null)
    return say('It is paid until {day}, then pauses until {goesOn}, when the next payment is due.', { day, goesOn })
  if (state === 'ACTIVE')
    return `${say('It is paid until {day}, when the next payment is due.', { day })}${gap()}${say('If you end it, it runs to that day.')}`
  if (restsFor === 'pause') return say('It pauses until {goesOn}, when the next payment is due.', { goesOn })
  if (restsFor === 'artist') return say('It rests: the artist cannot be paid here right now, and nothing is taken.')
  if (restsFor === 'again') return say('Your bank has not paid it yet. It is asked again in the next days.')
  if (restsFor === 'confirm') return say('It rests: your bank wants you to confirm the payment.')
  return say('It rests: it needs another card.')
}
