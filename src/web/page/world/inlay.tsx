import { DownloadLinks, downloadsOf } from '../../../../public/lib/download-links.tsx'
import { ExtraLinks, extrasAt, extrasText } from '../../../../public/lib/extra-links.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { ConvertedFormat } from '../../../lib/audio/converted-formats.ts'
import { say } from '../../../lib/language/say.ts'
import { priceTag } from '../../../lib/money/money.ts'
import { gap } from '../../../lib/text/gap.ts'
import { longDay } from '../../../lib/time/day-text.ts'
import type { RestPrice } from '../../../shop/rest/rest.ts'
import { type Goods, goodsLine } from '../../parts/checkout/goods-line.ts'
import { openTracksOf } from '../../parts/checkout/preorder-line.tsx'
import { ReportHere } from '../../parts/report-here.tsx'
import { isOpenIn, type Media } from '../../parts/tape-view.ts'
import type { Extras, VisitorState } from '../../parts/visitor-state.ts'
import { CollectLater, type WishState } from './preorder.tsx'
import { TraySection } from './tray-section.tsx'

type PriceTagProps = {
  sale: VisitorState
  media: Media
  rest: RestPrice
  goods: Goods
  formats: readonly ConvertedFormat[]
  priceNote: string | null
  wish: WishState
}
type InlayProps = PriceTagProps & { tray: Extras }

export const Inlay = ({ tray, ...price }: InlayProps) => (
  <aside class="inlay" aria-label={say('Price')}>
    <PriceTag {...price} />
    <TraySection media={price.media} tray={tray} priceNote={price.priceNote} />
  </aside>
)

/**
 * The rest of the inlay: liner notes, and the artist's links; `letters`: the path of their letters.
 * Below the tracks of a short casset, else next to them.
 */
export function Notes({ media, letters }: { media: Media; letters: string | null }) {
  const { artist, casset, socials } = media
  return (
    <aside class="inlay notes" aria-label={say('About this casset')}>
      <section aria-labelledby="liner">
        <h2 id="liner">{say('About the artist')}</h2>
        {media.members ? <Makers members={media.members} /> : <Person artist={artist} />}
        {artist.bio && (
          <p class="bio" dir="auto" lang={artist.writesIn}>
            {artist.bio}
          </p>
        )}
      </section>
      {media.provenance && <Origin handle={artist.handle} provenance={media.provenance} />}
      {(socials.length > 0 || letters !== null) && (
        <section aria-labelledby="elsewhere">
          <h2 id="elsewhere">{say('Links ## to pages elsewhere')}</h2>
          <ul class="row links">
            {letters !== null && (
              <li>
                <a class="tap" href={letters}>
                  {say('Letters')}
                </a>
              </li>
            )}
            {socials.map(({ kind, url }) => (
              <li key={url}>
                <a class="tap" href={url} rel="me noopener nofollow" target="_blank">
                  {kind}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div class="imprint">
        <p class="mono">
          {casset.publishedAt && (
            <span>
              {inParts(say('Published <time>{date}</time>', { date: longDay(casset.publishedAt) }), {
                time: (text) => <time dateTime={casset.publishedAt ?? ''}>{text}</time>,
              })}
            </span>
          )}
          <ReportHere slug={casset.slug} />
        </p>
      </div>
    </aside>
  )
}

function Person({ artist: { pfp, displayName, location, pronouns } }: { artist: Media['artist'] }) {
  const about = [location, pronouns].filter((text) => text !== null)
  return (
    <div class="person">
      <img src={pfp} alt="" width="56" height="56" loading="lazy" decoding="async" />
      <p>
        <b dir="auto">{displayName}</b>
        {about.map((text) => (
          <span key={text} dir="auto">
            {text}
          </span>
        ))}
      </p>
    </div>
  )
}

type OriginProps = { handle: string; provenance: NonNullable<Media['provenance']> }

const Origin = ({ handle, provenance: { releaseId, canonicalVersion, licensedFrom } }: OriginProps) => (
  <section aria-labelledby="origin">
    <h2 id="origin">{say('Credits & rights')}</h2>
    <p class="terms">
      {say('Who made it, what you may do with it and how AI was used, signed in version {version}.', {
        version: canonicalVersion,
      })}
    </p>
    <ul class="row links">
      <li>
        <a class="tap" href={`/@${handle}/releases/${releaseId}`}>
          {say('See credits & rights')}
        </a>
      </li>
      {licensedFrom !== null && (
        <li>
          <a class="tap" href={`/@${handle}/releases/${releaseId}#license`}>
            {say('License from {price}', { price: priceTag(licensedFrom) })}
          </a>
        </li>
      )}
    </ul>
  </section>
)

const Makers = ({ members }: { members: NonNullable<Media['members']> }) => (
  <ul class="row links" aria-label={say('Artists')}>
    {members.map(({ handle, displayName, pfp }) => (
      <li key={handle}>
        <a class="person" href={`/@${handle}`}>
          <img src={pfp} alt="" width="56" height="56" loading="lazy" decoding="async" />
          <b dir="auto">{displayName}</b>
        </a>
      </li>
    ))}
  </ul>
)

function PriceTag({ sale, media, rest, goods, formats, priceNote, wish }: PriceTagProps) {
  const { slug, name, opensAt } = media.casset
  const price = { ...media.casset.price, amount: rest.priceMinor }
  const isPreorder = opensAt !== undefined
  return (
    <div class="price stack coupon">
      <p class="tag">{sale === 'yours' ? say('Yours') : priceTag(price)}</p>
      {sale !== 'yours' && price.amount > 0 && priceNote !== null && (
        <p class="mono" dir="auto">
          {priceNote}
        </p>
      )}
      <p class="terms">
        {(isPreorder
          ? preorderTerms(openTracksOf(media).open > 0)[sale]
          : sale === 'open' && price.amount === 0
            ? freeTerms(heardIn(media))
            : undefined) ?? terms(heardIn(media))[sale]}
        {gap()}
        {sale === 'yours' && <a href="/library">{say('See it in your library')}</a>}
        {sale === 'unsold' && <a href="/studio/payouts">{say('Go to payouts')}</a>}
        {sale === 'open' && price.amount > 0 && say('{price} or more.', { price: priceTag(price) })}
        {rest.creditMinor > 0 && (
          <>
            {gap()}
            {say('What you paid for its tracks is already taken off.')}
          </>
        )}
      </p>
      <CollectLater media={media} wish={wish} sale={sale} />
      {goods.length > 0 && !isPreorder && <p class="fine-print">{goodsLine(goods)}</p>}
      {goods.length > 0 && (sale === 'own' || sale === 'yours') && (
        <DownloadLinks at={downloadsOf(slug)} name={name} formats={formats} tracks={goods} />
      )}
      {media.extras && sale !== 'own' && sale !== 'yours' && <p class="fine-print">{extrasText(media.extras)}</p>}
      {media.extras && (sale === 'own' || (sale === 'yours' && !isPreorder)) && (
        <ExtraLinks at={extrasAt(slug)} extras={media.extras} />
      )}
      {sale === 'yours' && media.casset.price.amount > 0 && (
        <p>
          <a href={`/checkout/${slug}/gift`}>{say('Give it to somebody')}</a>
        </p>
      )}
    </div>
  )
}

const preorderTerms = (hasOpen: boolean): Partial<Record<VisitorState, string>> => ({
  own: say('This is your preorder: you hear all of it. Others hear the hook of each track that is open.'),
  yours: hasOpen
    ? say('You have ordered this. Play and download what is open now; the rest is yours when it opens.')
    : say('You have ordered this. When it opens, all of it is yours to play and download.'),
  open: hasOpen
    ? say('Pay now and hear at once what is open. When it opens, all of it is yours to play and download.')
    : say('Pay now. When it opens, all of it is yours to play and download.'),
})

/** How many tracks there are, and how many of them everybody hears whole. */
type Heard = { all: number; whole: number }

const heardIn = (media: Media): Heard => ({
  all: media.tracks.length,
  whole: media.tracks.filter(isOpenIn(media)).length,
})

const isAll = ({ all, whole }: Heard): boolean => whole > 0 && whole === all

function heardText({ all, whole }: Heard): string {
  if (whole === 0) return say('Hear up to 30 seconds of each track.')
  if (whole === all) return say('Hear all of it here.')
  return say('Hear {tracks, plural, one {# track} other {# tracks}} whole, and up to 30 seconds of the others.', {
    tracks: whole,
  })
}

function ownText({ all, whole }: Heard): string {
  if (whole === 0)
    return say('This is your casset: you hear all of it. Others hear the hook of each track, up to 30 seconds.')
  if (whole === all) return say('This is your casset. Everybody hears all of it.')
  return say(
    'This is your casset: you hear all of it. Others hear {tracks, plural, one {# track} other {# tracks}} whole, and up to 30 seconds of each other one.',
    { tracks: whole },
  )
}

const freeTerms = (heard: Heard) =>
  `${heardText(heard)}${gap()}${isAll(heard) ? say('It is free: get it to download and keep it.') : say('It is free: get it to play and download all of it.')}`

const terms = (heard: Heard) =>
  ({
    own: ownText(heard),
    unsold: say('This is your casset: you hear all of it. Set up payouts to sell it.'),
    yours: say('This casset is yours: play and download all of it.'),
    open: `${heardText(heard)}${gap()}${isAll(heard) ? say('Buy it to download and keep it.') : say('Buy it to play and download all of it.')}`,
    blank: say('It can be bought as soon as its first track is here.'),
    shut: `${heardText(heard)}${gap()}${say('It cannot be bought yet: this site takes no payments.')}`,
    suspended: `${heardText(heard)}${gap()}${say('It cannot be bought: this site has suspended its artist.')}`,
    waiting: `${heardText(heard)}${gap()}${say('It cannot be bought yet: its artist cannot be paid right now.')}`,
  }) as const
