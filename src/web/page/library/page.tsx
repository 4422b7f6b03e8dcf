import type { ComponentChildren } from 'preact'
import AddToPlaylistIsland from '../../../../public/islands/library/add-to-playlist.tsx'
import KeepOfflineIsland from '../../../../public/islands/library/keep-offline.tsx'
import KeptIsland from '../../../../public/islands/library/kept.tsx'
import { Day } from '../../../../public/lib/day.tsx'
import { DownloadLinks, downloadsOf } from '../../../../public/lib/download-links.tsx'
import { ExtraLinks, extrasAt } from '../../../../public/lib/extra-links.tsx'
import { CoverImage, DrawnSleeve } from '../../../../public/lib/sleeve.tsx'
import PlayTape from '../../../../public/player/play-tape.tsx'
import type { ConvertedFormat } from '../../../lib/audio/converted-formats.ts'
import { say } from '../../../lib/language/say.ts'
import { priceTag } from '../../../lib/money/money.ts'
import { cassetsText } from '../../../lib/text/count-text.ts'
import { gap } from '../../../lib/text/gap.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import { island } from '../../document/island.tsx'
import { tintClass } from '../../document/theme.ts'
import { GiveBack, type Returnable } from '../../parts/checkout/give-back.tsx'
import { DownloadLater, Waits } from '../../parts/checkout/waits.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { ReceiptLink } from './receipt-link.tsx'
import { Singles } from './singles.tsx'
import { StateOf } from './state-of.tsx'
import { Pages, ShelfTools } from './tools.tsx'
import type { ShelfView, Single, Spine } from './view.ts'

const PlayKey = island('player/play-tape', PlayTape, 'visible')

const AddToPlaylistKey = island('library/add-to-playlist', AddToPlaylistIsland, 'visible')

const KeepOfflineKey = island('library/keep-offline', KeepOfflineIsland, 'visible')

const Kept = island('library/kept', KeptIsland)

type LibraryPageProps = ShelfView & {
  singles: readonly Single[]
  /** The money that the viewer can have back for single tracks, by their orders. */
  givesBack: ReadonlyMap<string, Returnable | null>
  formats: readonly ConvertedFormat[]
  isTurned: boolean
  /** Sections of what they have and gave besides. */
  children: ComponentChildren
}

export function LibraryPage(props: LibraryPageProps) {
  const { spines, singles, givesBack, nextCursor, isTurned, search, found, formats, children } = props
  const counted = spines.filter(({ uncounted }) => uncounted === null).length
  return (
    <main
      id="main"
      class="world library wrap"
      data-pattern="soft-grain"
      data-revision={spines.flatMap(({ waiting }) => waiting?.opensAt ?? []).join(' ') || undefined}
      tabIndex={-1}
    >
      <header class="side-head">
        <h1>{say('Library')}</h1>
        {search && (
          <p class="mono">{say('{cassets, plural, one {# casset} other {# cassets}} found', { cassets: found })}</p>
        )}
        {!search && counted > 0 && nextCursor === null && !isTurned && <p class="mono">{cassetsText(counted)}</p>}
      </header>
      <Ways label={say('Library')} ways={shelves()} />
      {(spines.length > 1 || search) && <ShelfTools search={search} spines={spines} />}
      {spines.length > 0 ? (
        <ol class="shelf">
          {spines.map((spine) => (
            <ShelfTape key={spine.purchase.id} spine={spine} formats={formats} />
          ))}
        </ol>
      ) : search || isTurned || singles.length === 0 ? (
        <p class="empty">
          {search || isTurned
            ? search
              ? say('Nothing found. Try fewer words.')
              : say('That is all.')
            : say('Nothing here yet. Hear thirty seconds of anything, and buy what you love.')}
          {gap()}
          <a href={search || isTurned ? '/library' : '/browse'}>
            {search || isTurned ? say('All of it') : say('Browse music')}
          </a>
        </p>
      ) : null}
      <ShowOlder path="/library" cursor={nextCursor} />
      {search && <Pages search={search} found={found} />}
      {singles.length > 0 && <Singles singles={singles} givesBack={givesBack} formats={formats} />}
      <Kept isOffline={false} />
      {children}
      <Ways label={say('More about what you bought')} ways={papers()} />
    </main>
  )
}

type WaysProps = { label: string; ways: readonly { href: string; text: string }[] }

const Ways = ({ label, ways }: WaysProps) => (
  <nav class="row shelf-nav" aria-label={label}>
    {ways.map(({ href, text }) => (
      <a key={href} class="tap" href={href}>
        {text}
      </a>
    ))}
  </nav>
)

const shelves = () => [
  { href: '/library/playlists', text: say('Playlists') },
  { href: '/library/wishes', text: say('Wish list') },
]

const papers = () => [
  { href: '/receipts', text: say('Your receipts') },
  { href: '/redeem', text: say('Redeem a code') },
  { href: '/account#lists', text: say('Emails from artists') },
  { href: '/links', text: say('Referral links') },
]

function ShelfTape({ spine, formats }: { spine: Spine; formats: readonly ConvertedFormat[] }) {
  const { purchase, tape, hueSource, isHeld, waiting } = spine
  const hasMusic = isHeld && waiting?.hasOpen !== false
  const { casset, amount, currency, purchasedAt } = purchase
  const name = tape?.name ?? `@${casset.slug}`
  const label = (
    <>
      {tape && (casset.cover ? <CoverImage cover={casset.cover} alt="" sizes="4.6rem" /> : <DrawnSleeve name={name} />)}
      <Label artist={casset.displayName} name={name} />
    </>
  )
  return (
    <li class={tintClass(hueSource)} data-held={isHeld ? '' : undefined}>
      {tape ? (
        <a class="tape-spine" href={pagePath(casset.slug)}>
          {label}
        </a>
      ) : (
        <span class="tape-spine">{label}</span>
      )}
      <p class="mono">
        {purchase.isGift ? say('A gift') : priceTag({ amount, currency })} · <Day iso={purchasedAt} />
        {spine.paidOrderId !== null && <ReceiptLink path={`/receipt/${spine.paidOrderId}`} of={casset.displayName} />}
      </p>
      {waiting && (
        <div class="state">
          <Waits waiting={waiting} />
        </div>
      )}
      {spine.paidOrderId !== null && <GiveBack orderId={spine.paidOrderId} returnable={spine.givesBack} />}
      <StateOf spine={spine} />
      {hasMusic && <DownloadLinks at={downloadsOf(casset.slug)} name={name} formats={formats} />}
      <ExtraLinks at={extrasAt(casset.slug)} extras={spine.extras} />
      {isHeld && !hasMusic && <DownloadLater />}
      {tape && hasMusic && (
        <p class="onto">
          <AddToPlaylistKey tape={tape} purchaseId={purchase.id} />{' '}
          <KeepOfflineKey tape={tape} purchaseId={purchase.id} />
        </p>
      )}
      {tape && hasMusic && (
        <span class="press">
          <PlayKey tape={tape} purchaseId={purchase.id} />
        </span>
      )}
    </li>
  )
}

const Label = ({ artist, name }: { artist: string; name: string }) => (
  <>
    <b dir="auto">{artist}</b>
    <span class="hand" dir="auto">
      {name}
    </span>
  </>
)
