import type { Campaign, Payout } from '../../../../src/drop/view/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { sumText } from '../../../../src/lib/money/money.ts'
import { listText } from '../../../../src/lib/text/join-names.ts'
import { Day } from '../../../lib/day.tsx'
import { inParts } from '../../../lib/in-parts.tsx'

const labels = () =>
  ({
    QUEUED: say('waiting for you to pay'),
    SENDING: say('on its way ## money'),
    BLOCKED: say('waiting for them to set up payouts'),
    PAID: say('paid ## a prize'),
    BACK: say('nobody took it: it went back to you'),
    RETURNED: say('chargeback ## a payment that its bank took back'),
  }) as const

type PayoutListProps = {
  payouts: readonly Payout[]
  unclaimed: Campaign['unclaimed']
  /** Since when the winners are being paid; undefined before. */
  since: string | undefined
}

export const PayoutList = ({ payouts, unclaimed, since }: PayoutListProps) => (
  <ol class="rows drop-list">
    {payouts.map(({ place, artist, prize, score, status, until }) => (
      <li key={place}>
        <a class="tap" href={`/@${artist.handle}`} dir="auto">
          {place}. {artist.displayName}
        </a>
        <b class="mono">{listText(prize.map(sumText))}</b>
        <p class="mono">
          {say('{points, plural, one {# point} other {# points}}', { points: score })}
          {status !== null && ` · ${labels()[status]}`}
          {status === 'BLOCKED' && since !== undefined && (
            <> {inParts(say('since <day></day>; the site reminds them'), { day: () => <Day iso={since} /> })}</>
          )}
          {until !== null && (
            <>
              {'; '}
              {inParts(
                unclaimed === 'NEXT'
                  ? say('after <day></day> it goes to the next place')
                  : say('after <day></day> it goes back to you'),
                { day: () => <Day iso={until} /> },
              )}
            </>
          )}
        </p>
      </li>
    ))}
  </ol>
)
