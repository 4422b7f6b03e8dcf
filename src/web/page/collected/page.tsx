import GivenIsland from '../../../../public/islands/gift/given.tsx'
import GuestEmail from '../../../../public/islands/guest/email.tsx'
import GuestKeep, { type KeepProps } from '../../../../public/islands/guest/keep.tsx'
import GuestTracks from '../../../../public/islands/guest/tracks.tsx'
import { DownloadLinks } from '../../../../public/lib/download-links.tsx'
import { ExtraLinks } from '../../../../public/lib/extra-links.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { Sleeve } from '../../../../public/lib/sleeve.tsx'
import PlayPage from '../../../../public/player/play-page.tsx'
import type { Tape } from '../../../../public/player/state.ts'
import type { HeldExtra } from '../../../casset/extra/shape.ts'
import type { ConvertedFormat } from '../../../lib/audio/converted-formats.ts'
import { asTitle } from '../../../lib/language/as-title.ts'
import { say } from '../../../lib/language/say.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import type { Gift } from '../../../shop/gift/model.ts'
import type { collectedTracks } from '../../../shop/guest/play-collected.ts'
import type { CollectedStatus } from '../../../shop/guest/read-collected.ts'
import type { ShownCasset } from '../../../shop/guest/shown-casset.ts'
import { island } from '../../document/island.tsx'
import { CheckoutLayout, Notice, OrderSummary, WorldKey } from '../../parts/checkout/checkout-layout.tsx'
import { GiveBack, type Returnable } from '../../parts/checkout/give-back.tsx'
import { SavedLink } from '../../parts/checkout/saved-link.tsx'
import { DownloadLater, type Waiting, Waits } from '../../parts/checkout/waits.tsx'
import { takenDownText } from '../../parts/taken-down-text.ts'
import { Rest, type RestOfTracks } from './rest-of-tracks.tsx'

const PlayKey = island('player/play-page', PlayPage)
const TrackList = island('guest/tracks', GuestTracks)
const Given = island('gift/given', GivenIsland)
const KeepForm = island('guest/keep', GuestKeep)
const GuestEmailKeys = island('guest/email', GuestEmail)

type CollectedPageProps = {
  casset: ShownCasset
  /** The title of the one track that was bought of it. */
  track: string | null
  status: CollectedStatus
  /** Whether a law has left any of its music. */
  hasMusic: boolean
  orderId: string
  secret: string
  /** Its tracks, whole; none for a visitor who does not have it. */
  tracks: ReturnType<typeof collectedTracks>
  extras: readonly HeldExtra[]
  tape: Tape
  url: string
  hasReceipt: boolean
  /** The email address of the guest, masked; null once it is forgotten. */
  address: string | null
  /** Whether an email with the link was sent or will be. */
  isMailed: boolean
  hasMail: boolean
  formats: readonly ConvertedFormat[]
  /** For whom it was bought, where that is somebody else. */
  gift: Gift | null
  /** Until when it is not open, where it is a preorder. */
  waiting: Waiting | null
  /** For the payer, in the tab where they paid: the way into a library; null if it was free. */
  keep: Omit<KeepProps, 'slug' | 'address'> | null
  rest: RestOfTracks
  givesBack: Returnable | null
}

export function CollectedPage(props: CollectedPageProps) {
  const { casset, status, waiting, track } = props
  const goods = (
    <OrderSummary
      handle={casset.handle}
      art={<Sleeve cover={casset.cover} name={casset.name} artist={casset.artist} handle={casset.handle} />}
      title={track ?? casset.name}
      hand={
        track === null
          ? casset.artist
          : say('from {name} ## of a track: the casset that it is on', { name: casset.name })
      }
    />
  )
  return (
    <CheckoutLayout
      media={casset}
      goods={goods}
      hasForm={false}
      label={say('What you bought')}
      revision={waiting?.opensAt}
    >
      {status === 'held' && !props.hasMusic ? (
        <Lost {...props} />
      ) : status === 'held' ? (
        <Held {...props} />
      ) : (
        <NotHeld {...props} status={status} />
      )}
    </CheckoutLayout>
  )
}

function Held({
  casset,
  secret,
  tape,
  tracks,
  url,
  address,
  isMailed,
  hasMail,
  waiting,
  ...props
}: CollectedPageProps) {
  const at = `/api/guest/${secret}/download`
  const name = props.track ?? casset.name
  return (
    <div class="form">
      <h2 data-first="" tabIndex={-1}>
        {waiting ? say('You ordered it') : say('It’s yours!')}
      </h2>
      {waiting && <Waits waiting={waiting} />}
      {waiting && tracks.length === 0 ? (
        <DownloadLater />
      ) : (
        <DownloadLinks at={at} name={name} formats={props.formats} tracks={tracks} look="go">
          {tracks.length > 0 && <PlayKey label={playText(props.track, waiting)} look="" />}
        </DownloadLinks>
      )}
      <ExtraLinks at={`/api/guest/${secret}/extras`} extras={props.extras} />
      {props.keep && <KeepForm {...props.keep} slug={casset.handle} address={address} />}
      <Rest rest={props.rest} secret={secret} slug={casset.handle} />
      <TrackList tape={tape} at={`/api/guest/${secret}/audio`} tracks={tracks} />
      <SavedLink url={url} name={name} />
      {isMailed && address !== null && (
        <p>
          {inParts(
            say(
              'An email with the link goes to <span>{address}</span>. With the other link in it you put <span2>{name}</span2> into the library of an account.',
              { address, name },
            ),
            { span: (text) => <span class="mono">{text}</span>, span2: (text) => <span dir="auto">{text}</span> },
          )}
        </p>
      )}
      <GiveBack orderId={props.orderId} by={{ secret }} returnable={props.givesBack} />
      <div class="acts">
        <Ways casset={casset} secret={secret} {...props} />
      </div>
      {address !== null && <GuestEmailKeys secret={secret} hasMail={hasMail} address={address} />}
    </div>
  )
}

const playText = (track: string | null, waiting: Waiting | null): string =>
  waiting ? say('Play what is open') : track === null ? say('Play all') : say('Play')

/** The same while a law has it taken down: its receipt, its money and its address stay theirs. */
const Lost = ({ secret, address, hasMail, ...props }: CollectedPageProps) => (
  <div class="form">
    <h2>{say('Taken down')}</h2>
    <p>{takenDownText()}</p>
    <GiveBack orderId={props.orderId} by={{ secret }} returnable={props.givesBack} />
    <div class="acts">
      <Ways secret={secret} {...props} />
    </div>
    {address !== null && <GuestEmailKeys secret={secret} hasMail={hasMail} address={address} />}
  </div>
)

const Ways = ({ casset, secret, hasReceipt }: Pick<CollectedPageProps, 'casset' | 'secret' | 'hasReceipt'>) => (
  <>
    {hasReceipt && (
      <a class="key" href={`/collected/${secret}/receipt`}>
        {say('Your receipt')}
      </a>
    )}
    {!casset.isLost && (
      <a class="key" href={pagePath(casset.handle)}>
        {say('Go to the casset')}
      </a>
    )}
  </>
)

const words = (): Readonly<Record<Exclude<CollectedStatus, 'held'>, readonly [title: string, text: string]>> => ({
  given: [say('Your gift'), say('Paid. Bookmark this page to see when it is taken.')],
  unpaid: [
    say('Not paid yet'),
    say('If you have paid, your bank is still working on it: come back to this page later. If not, you can pay now.'),
  ],
  undelivered: [
    say('Your money goes back'),
    say('We could not give you what you paid for, and are sorry. All of it goes back to you; banks take about a week.'),
  ],
  ended: [asTitle(say('This purchase has ended.')), say('The money went back, and with it what you bought.')],
  claimed: [
    say('It is in a library now'),
    say('Somebody put it there with the emailed link. Sign in with that account to hear it.'),
  ],
  uncounted: [
    say('This does not count now'),
    say('It was paid while this site took another kind of payment, test or real.'),
  ],
})

function NotHeld({ status, ...props }: CollectedPageProps & { status: Exclude<CollectedStatus, 'held'> }) {
  const [title, text] = words()[status]
  const { casset, gift, secret, hasMail } = props
  if (status === 'given' && gift) {
    return (
      <div class="form">
        <h2>{title}</h2>
        {gift.state !== 'CLAIMED' && gift.state !== 'ENDED' && <p>{text}</p>}
        {props.waiting && <Waits waiting={props.waiting} />}
        <Given gift={gift} by={{ secret }} hasMail={hasMail} />
        <GiveBack orderId={props.orderId} by={{ secret }} returnable={props.givesBack} />
        <div class="acts">
          <Ways {...props} />
        </div>
      </div>
    )
  }
  if (status === 'claimed') {
    return (
      <Notice title={title} text={text}>
        <WorldKey href="/library" label={say('Go to your library')} />
      </Notice>
    )
  }
  return (
    <Notice title={title} text={text}>
      {status === 'undelivered' ? null : (
        <WorldKey href={`/checkout/${casset.handle}`} label={say('Go to the checkout')} />
      )}
      <Ways {...props} />
    </Notice>
  )
}
