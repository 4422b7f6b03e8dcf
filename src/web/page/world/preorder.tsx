import OpensIsland from '../../../../public/islands/opens.tsx'
import WishIsland, { type WishProps, wishText } from '../../../../public/islands/wish.tsx'
import { say } from '../../../lib/language/say.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import { openingCalendarPath } from '../../../shop/preorder/opening-calendar.ts'
import { island } from '../../document/island.tsx'
import { openTracksOf } from '../../parts/checkout/preorder-line.tsx'
import { Countdown } from '../../parts/checkout/waits.tsx'
import { withNext } from '../../parts/sign-up/form-layout.tsx'
import type { Media } from '../../parts/tape-view.ts'
import type { VisitorState } from '../../parts/visitor-state.ts'

const OpensTime = island('opens', OpensIsland)
const WishKey = island('wish', WishIsland, 'visible')

type PreorderProps = { media: Media; nowMs: number }

export function Opens({ media, nowMs }: PreorderProps) {
  const { opensAt, opensZone = 'UTC' } = media.casset
  if (opensAt === undefined) return null
  const { open, all } = openTracksOf(media)
  return (
    <div class="preorder">
      <OpensTime opensAt={opensAt} zone={opensZone} nowMs={nowMs} />
      <Countdown opensAt={opensAt} nowMs={nowMs} calendar={openingCalendarPath(media.casset.slug)} />
      <p class="mono">
        {open === 0
          ? say('{tracks, plural, one {# track} other {# tracks}}, none open yet', { tracks: all })
          : say('{open} of {tracks, plural, one {# track} other {# tracks}} open now', { open, tracks: all })}
      </p>
    </div>
  )
}

/** A visitor's wish for a tape: as on their list, or that they have to sign in first. */
export type WishState = { wish: { tells: boolean } | null; sendsEmail: boolean } | 'stranger' | null

type CollectLaterProps = { media: Media; wish: WishState; sale: VisitorState }

const canWish = ({ wish, sale }: CollectLaterProps) =>
  wish !== null && sale !== 'own' && sale !== 'unsold' && sale !== 'yours'

/** Returns the wish of a signed-in visitor for a tape; undefined where they can have none. */
export function wishProps(props: CollectLaterProps): WishProps | undefined {
  const { wish, media } = props
  if (!canWish(props) || wish === null || wish === 'stranger') return undefined
  const { slug, id: cassetId, price } = media.casset
  return { slug, cassetId, ...wish, isPriced: price.amount > 0 }
}

export function CollectLater(props: CollectLaterProps) {
  const { casset } = props.media
  if (!canWish(props)) return null
  if (props.wish === 'stranger') {
    return (
      <a class="key" href={withNext('/login', pagePath(casset.slug))}>
        {wishText()}
      </a>
    )
  }
  const own = wishProps(props)
  return own ? <WishKey {...own} /> : null
}
