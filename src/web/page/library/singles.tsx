import KeepOfflineIsland from '../../../../public/islands/library/keep-offline.tsx'
import { Day } from '../../../../public/lib/day.tsx'
import { DownloadLinks, downloadsOf } from '../../../../public/lib/download-links.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { CoverImage, DrawnSleeve } from '../../../../public/lib/sleeve.tsx'
import PlayTape from '../../../../public/player/play-tape.tsx'
import type { ConvertedFormat } from '../../../lib/audio/converted-formats.ts'
import { say } from '../../../lib/language/say.ts'
import { priceTag } from '../../../lib/money/money.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import { island } from '../../document/island.tsx'
import { tintClass } from '../../document/theme.ts'
import { GiveBack, type Returnable } from '../../parts/checkout/give-back.tsx'
import { ReceiptLink } from './receipt-link.tsx'
import type { Single } from './view.ts'

const PlayKey = island('player/play-tape', PlayTape, 'visible')
const KeepOfflineKey = island('library/keep-offline', KeepOfflineIsland, 'visible')

type SinglesProps = {
  singles: readonly Single[]
  /** The money that the viewer can have back for them, by their orders. */
  givesBack: ReadonlyMap<string, Returnable | null>
  formats: readonly ConvertedFormat[]
}

/** Single tracks on a shelf of their own, in the sleeves of their cassets. */
export const Singles = ({ singles, givesBack, formats }: SinglesProps) => (
  <section aria-labelledby="singles">
    <h2 id="singles">{say('Single tracks')}</h2>
    <ol class="shelf">
      {singles.map((single) => (
        <SingleTape
          key={single.orderId}
          single={single}
          returnable={givesBack.get(single.orderId) ?? null}
          formats={formats}
        />
      ))}
    </ol>
  </section>
)

type SingleProps = { single: Single; returnable: Returnable | null; formats: readonly ConvertedFormat[] }

function SingleTape({ single, returnable, formats }: SingleProps) {
  const { orderId, titles, casset, tape, hueSource, amount, currency, purchasedAt, isHeld, rest, state } = single
  const { slug, name, displayName, cover } = casset
  return (
    <li class={tintClass(hueSource)} data-held={isHeld ? '' : undefined}>
      <a class="tape-spine" href={pagePath(slug)}>
        {cover ? <CoverImage cover={cover} alt="" sizes="4.6rem" /> : <DrawnSleeve name={name} />}
        {inParts(say('<b>{titles}</b> <span>from {name} by {displayName}</span>', { titles, name, displayName }), {
          b: (text) => <b dir="auto">{text}</b>,
          span: (text) => (
            <span class="hand" dir="auto">
              {text}
            </span>
          ),
        })}
      </a>
      <p class="mono">
        {priceTag({ amount, currency })} · <Day iso={purchasedAt} />
        <ReceiptLink path={`/receipt/${orderId}`} of={titles} />
      </p>
      {state !== null && <p class="state">{state}</p>}
      <GiveBack orderId={orderId} returnable={returnable} />
      {isHeld && (
        <DownloadLinks at={downloadsOf(slug)} name={say('your tracks of {name}', { name })} formats={formats} />
      )}
      {isHeld && (
        <p class="onto acts">
          {rest && (
            <a class="key" href={rest.path}>
              {rest.text}
            </a>
          )}
          <KeepOfflineKey tape={tape} purchaseId={orderId} />
        </p>
      )}
      {isHeld && (
        <span class="press">
          <PlayKey tape={tape} purchaseId={orderId} />
        </span>
      )}
    </li>
  )
}
