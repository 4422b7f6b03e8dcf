import Door from '../../../../public/islands/door.tsx'
import FillingIsland from '../../../../public/islands/filling.tsx'
import Follow, { Followers } from '../../../../public/islands/follow.tsx'
import AddToPlaylist from '../../../../public/islands/library/add-to-playlist.tsx'
import Share from '../../../../public/islands/share.tsx'
import Tracks from '../../../../public/islands/tracks.tsx'
import { clock } from '../../../../public/lib/clock.ts'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { Sleeve } from '../../../../public/lib/sleeve.tsx'
import PlayPage from '../../../../public/player/play-page.tsx'
import type { Tape } from '../../../../public/player/state.ts'
import type { PublicShow } from '../../../audience/show/show.ts'
import type { RackEntry } from '../../../casset/recent-cassets.ts'
import type { StoredWaveforms } from '../../../casset/track/measure/read-waveforms.ts'
import type { RecordingTrack } from '../../../casset/track/measure/recording.ts'
import type { Submission } from '../../../drop/submission/shape.ts'
import type { OpenDrop } from '../../../drop/view/list-drops.ts'
import type { ConvertedFormat } from '../../../lib/audio/converted-formats.ts'
import { say } from '../../../lib/language/say.ts'
import { tracksText } from '../../../lib/text/count-text.ts'
import { titleLength, wordLength } from '../../../lib/text/title-length.ts'
import type { RestPrice } from '../../../shop/rest/rest.ts'
import { island } from '../../document/island.tsx'
import type { Goods } from '../../parts/checkout/goods-line.ts'
import type { Choice } from '../../parts/choices.tsx'
import { OpenDrops } from '../../parts/open-drops.tsx'
import { studioPathOf } from '../../parts/studio/studio-path.ts'
import { type Media, toTrackViews } from '../../parts/tape-view.ts'
import type { Extras, VisitorState } from '../../parts/visitor-state.ts'
import { Badges } from './badges.tsx'
import { ClipsSection } from './clips-section.tsx'
import { CollectKey } from './collect-key.tsx'
import { CreditsSection } from './credits-section.tsx'
import { FollowByEmail } from './follow-by-email.tsx'
import { Inlay, Notes } from './inlay.tsx'
import { LyricsSection } from './lyrics-section.tsx'
import { OwnerNotice } from './owner-notice.tsx'
import { Opens, type WishState, wishProps } from './preorder.tsx'
import type { PartyLink } from './room/party-link.ts'
import { AlsoCollected, AlsoOn, Shelf, shelfTapes } from './shelf.tsx'
import { ShowsSection } from './shows.tsx'

const AddToPlaylistKey = island('library/add-to-playlist', AddToPlaylist, 'visible')
const TrackList = island('tracks', Tracks)
const PlayKey = island('player/play-page', PlayPage)
const ShareKey = island('share', Share)
const FollowKey = island('follow', Follow)
const SideBDoor = island('door', Door, 'visible')
const Filling = island('filling', FillingIsland)

export type WorldProps = {
  media: Media
  sale: VisitorState
  tape: Tape
  tray: Extras
  waveforms: StoredWaveforms
  goods: Goods
  formats: readonly ConvertedFormat[]
  /** The price for the viewer, less what they paid for its tracks. */
  rest: RestPrice
  /** Everything by the artist, where it is sold together. */
  everything: Choice | null
  priceNote: string | null
  wish: WishState
  nowMs: number
  /** Its listening party that has not ended. */
  party: PartyLink
  /** The path of the artist's letters, on their own page where some have a page. */
  letters: string | null
  url: string
  hasOwnLink: boolean
  /** Whether all credits are shown, however many there are. */
  hasAllCredits: boolean
  shareStyles: string
  followers: number
  /** A visitor without an account follows by an email address alone. */
  byEmail: boolean
  clips: readonly Submission[]
  drops: readonly OpenDrop[]
  also: readonly RackEntry[]
  alsoOn: readonly RackEntry[]
  /** The next shows, on the artist's own page. */
  shows: readonly PublicShow[]
  /** The tracks of this casset that the demo is still recording. */
  recording: readonly RecordingTrack[]
}

export function WorldPage(props: WorldProps) {
  const {
    media,
    sale,
    tape,
    tray,
    waveforms,
    goods,
    formats,
    rest,
    everything,
    priceNote,
    wish,
    nowMs,
    party,
    letters,
    url,
    recording,
    hasOwnLink,
    hasAllCredits,
    shareStyles,
    followers,
    byEmail,
    clips,
    drops,
    also,
    alsoOn,
    shows,
  } = props
  const { artist, casset, tracks, texture, theme } = media
  const views = toTrackViews(media, waveforms, recording, drops, sale === 'open')
  const total = views.reduce((sum, { durationSec }) => sum + (durationSec ?? 0), 0)
  return (
    <main
      id="main"
      class="world wrap"
      data-pattern={texture.profilePatternId}
      data-background={theme.cassetBackgroundSource}
      data-revision={
        recording.length > 0 ? [media.cover?.url, ...tracks.map(({ id }) => id)].join(' ') : casset.opensAt
      }
      tabIndex={-1}
    >
      {theme.backgroundUrl && <img class="backdrop" src={theme.backgroundUrl} alt="" />}
      <OwnerNotice media={media} />
      <article class="jcard">
        <div class="spine" aria-hidden="true">
          <p>
            <b>{say('A')}</b>
            <span>{artist.displayName}</span>
            <i>{casset.name}</i>
          </p>
        </div>
        <header class="front">
          <Sleeve cover={media.cover} name={casset.name} artist={artist.displayName} handle={casset.slug} />
          <div class="names">
            <div class="by">
              <p class="eyebrow">@{artist.handle}</p>
              {media.viewer.owner ? (
                <Followers count={followers} />
              ) : byEmail ? (
                <FollowByEmail slug={casset.slug} artist={artist.displayName} followers={followers} />
              ) : (
                <FollowKey
                  slug={casset.slug}
                  artist={artist.displayName}
                  following={media.viewer.following}
                  followers={followers}
                />
              )}
            </div>
            <h1 dir="auto" data-length={titleLength(artist.displayName)} data-word={wordLength(artist.displayName)}>
              {artist.displayName}
            </h1>
            <p class="hand" dir="auto" lang={artist.writesIn}>
              {casset.name}
            </p>
            <Opens media={media} nowMs={nowMs} />
            {casset.styles && casset.privacy === 'public' && <Styles styles={casset.styles} />}
            {party !== null && (
              <p>
                <a href={party.path}>{party.text}</a>
              </p>
            )}
            <Badges artist={artist} flags={media.profileFlags} />
            <div class="acts">
              {tracks.length > 0 && <PlayKey label={say('Play all')} />}
              <CollectKey sale={sale} casset={casset} rest={rest} priceNote={priceNote} place="front" />
              {casset.published && <SideBDoor slug={casset.slug} />}
              {casset.published && casset.privacy !== 'private' && (
                <ShareKey
                  slug={casset.slug}
                  hasOwnLink={hasOwnLink}
                  later={wishProps({ media, wish, sale })}
                  styles={shareStyles}
                  url={url}
                  title={say('{name} by {displayName}', { name: casset.name, displayName: artist.displayName })}
                />
              )}
            </div>
          </div>
        </header>
        <OpenDrops drops={drops} hooks={tracks.map(({ hook, title }) => ({ hookId: hook.id, title }))} />
        <div>
          <div class="inside">
            <section class="side" aria-labelledby="side-a">
              <div class="side-head">
                <h2 id="side-a">{say('Side A')}</h2>
                {views.length > 0 && (
                  <p class="mono">
                    {tracksText(views.length)} · {clock(total)}
                  </p>
                )}
              </div>
              {(hasOwnLink || media.viewer.owner) && tracks.length > 0 && (
                <p class="onto">
                  <AddToPlaylistKey tape={tape} />
                </p>
              )}
              {recording.length > 0 && (
                <Filling text={say('This casset is being recorded: its tracks appear here as they are ready.')} />
              )}
              {priceNote !== null && views.some(({ price }) => price !== undefined) && (
                <p class="fine-print" dir="auto">
                  {say('Single tracks: {note} ## a price', { note: priceNote })}
                </p>
              )}
              {views.length > 0 ? (
                <TrackList tape={tape} tracks={views} viewer={media.viewer} />
              ) : (
                <p class="empty">
                  {media.viewer.owner || media.viewer.member
                    ? inParts(say('No tracks yet. <a>Add the first track</a>'), {
                        a: (text) => <a href={studioPathOf(media)}>{text}</a>,
                      })
                    : say('No tracks yet. Come back soon.')}
                </p>
              )}
              <LyricsSection media={media} />
              <CreditsSection media={media} isWhole={hasAllCredits} />
            </section>
            <Inlay {...{ sale, media, rest, goods, formats, priceNote, tray, wish }} />
            <Notes media={media} letters={letters} />
          </div>
          <ShowsSection handle={artist.handle} shows={shows} />
          <ClipsSection media={media} clips={clips} />
          <Shelf media={media} everything={everything} />
          <AlsoOn tapes={alsoOn} handle={artist.handle} most={shelfTapes} />
          <AlsoCollected also={also} />
          <CollectKey sale={sale} casset={casset} rest={rest} priceNote={priceNote} place="foot" />
        </div>
      </article>
    </main>
  )
}

const Styles = ({ styles }: { styles: readonly string[] }) => (
  <p class="mono styles">
    {styles.map((style) => (
      <a key={style} class="tap" href={`/browse?style=${encodeURIComponent(style)}`} dir="auto">
        {style}
      </a>
    ))}
  </p>
)
