import Room, { type RoomViewer } from '../../../../../public/islands/room/room.tsx'
import { Cassette } from '../../../../../public/lib/cassette.tsx'
import PlayPage from '../../../../../public/player/play-page.tsx'
import type { Tape } from '../../../../../public/player/state.ts'
import { isHandle } from '../../../../account/handle/handle.ts'
import { worldBySlug } from '../../../../casset/access/visible-casset.ts'
import type { Comment } from '../../../../casset/comment/shape.ts'
import type { Ctx } from '../../../../context.ts'
import { countToday } from '../../../../earnings/report/count-collects.ts'
import { say } from '../../../../lib/language/say.ts'
import { pagePath } from '../../../../lib/text/slug.ts'
import type { Viewer } from '../../../../platform/http/session/session.ts'
import { readRecent } from '../../../../room/comment/recent-comments.ts'
import { openRoom } from '../../../../room/listener/open-room.ts'
import { canModerate } from '../../../../room/moderated-casset.ts'
import type { Tip } from '../../../../room/shape.ts'
import { tipsOfDay } from '../../../../room/tip/tips-of-day.ts'
import { readMedia } from '../../../../world/media.ts'
import { renderedFrom } from '../../../answer-page.tsx'
import { island } from '../../../document/island.tsx'
import { themeOf } from '../../../document/theme.ts'
import { movedTo, optional, page } from '../../../page.tsx'
import { ReportHere } from '../../../parts/report-here.tsx'
import { studioPageOf } from '../../../parts/studio/shared-studio.tsx'
import { artistOfTrack, type Media, toTape, unreadyText } from '../../../parts/tape-view.ts'
import { extrasOf } from '../../../parts/visitor-state.ts'
import { cassetInHead } from '../../../share-picture/describe.ts'
import { CollectKey, collectKeyOf } from '../collect-key.tsx'
import { type PartyLink, partyLink } from './party-link.ts'

/** `/@handle/sideb`: the live room of a casset. */
export const sideBRoute = (ctx: Ctx) =>
  page(ctx, { path: '/@:handle/sideb', viewer: optional }, ({ request, params, viewer }) => {
    const handle = (params.handle ?? '').toLowerCase()
    const { pathname, search } = new URL(request.url)
    if (isHandle(handle) && pathname !== `/@${handle}/sideb`) return movedTo(`/@${handle}/sideb${search}`)
    const { room } = openRoom(ctx, params.handle, viewer)
    const media = readMedia(ctx, params.handle, viewer)
    const { artist, casset } = media
    const byline = say('{name} by {displayName}', { name: casset.name, displayName: artist.displayName })
    return {
      head: {
        title: say('Side B of {byline}', { byline }),
        description: say('Listen together: the live room of {byline}.', { byline }),
        path: `/@${casset.slug}/sideb`,
        sheet: 'room',
        theme: themeOf(ctx, media),
        ...cassetInHead(ctx, media),
        isHidden: !casset.published || casset.privacy !== 'public',
        cassetId: casset.id,
      },
      // A party brings thousands within a second, for whom it is rendered once.
      ...renderedFrom(SideBPage, {
        media,
        tape: toTape(ctx, media),
        canTip: extrasOf(ctx, media).canTip,
        recent: readRecent(ctx, room),
        tips: tipsOfDay(ctx, room),
        boughtToday: countToday(ctx, room),
        viewer: viewer && toRoomViewer(ctx, media, viewer),
        collecting: collectKeyOf(ctx, media, viewer),
        party: partyLink(ctx, media),
      }),
      foot: { theme: media.theme.footerTheme },
    }
  })

function toRoomViewer(ctx: Ctx, media: Media, viewer: Viewer): RoomViewer {
  const world = worldBySlug(ctx, media.casset.slug)
  return {
    handle: viewer.handle,
    isModerator: world !== undefined && canModerate(ctx, world, viewer),
    studioPath: media.viewer.owner ? studioPageOf(media, 'room').path : null,
  }
}

const PlayKey = island('player/play-page', PlayPage)
const LiveRoom = island('room/room', Room)

type SideBPageProps = {
  media: Media
  tape: Tape
  canTip: boolean
  recent: readonly Comment[]
  tips: readonly Tip[]
  boughtToday: number
  viewer: RoomViewer | null
  collecting: ReturnType<typeof collectKeyOf>
  party: PartyLink
}

function SideBPage({ media, tape, canTip, viewer, collecting, party, ...news }: SideBPageProps) {
  const { artist, casset, texture } = media
  const tracks = media.tracks
    .filter((track) => unreadyText(track) === undefined)
    .map((track) => ({
      id: track.id,
      hookId: track.hook.id,
      title: track.title,
      durationSec: track.durationSec,
      hookStartSec: track.hook.startSec,
      position: track.position,
      ...(track.by || track.artist ? { artist: artistOfTrack(track, media) } : {}),
    }))
  return (
    <main id="main" class="world side-b wrap" data-pattern={texture.profilePatternId} tabIndex={-1}>
      <article class="jcard">
        <div class="spine" aria-hidden="true">
          <p>
            <b>{say('B')}</b>
            <span>{artist.displayName}</span>
            <i>{casset.name}</i>
          </p>
        </div>
        <header>
          <div class="turned">
            <Cassette title={casset.name} imprint={artist.displayName} handle={casset.slug} side={say('B')} />
          </div>
          <p class="eyebrow">
            <a class="tap" href={pagePath(casset.slug)}>
              {say('Back to the casset')}
            </a>
          </p>
          <h1>{say('Side B')}</h1>
          <p class="hand" dir="auto">
            {say('{name} by {displayName}', { name: casset.name, displayName: artist.displayName })}
          </p>
          {party && !party.isOn && (
            <p>
              <a href={party.path}>{party.text}</a>
            </p>
          )}
          <div class="acts">
            {tracks.length > 0 && <PlayKey label={say('Play all')} />}
            <CollectKey {...collecting} place="front" />
          </div>
        </header>
        <div class="room">
          <LiveRoom tape={tape} tracks={tracks} emojis={media.emojis} canTip={canTip} viewer={viewer} {...news} />
        </div>
        <p class="mono">
          <ReportHere slug={casset.slug} />
        </p>
        <noscript>
          <p class="notice">
            {say('These are the last comments. To hear new ones and to write, switch on JavaScript.')}
          </p>
        </noscript>
      </article>
    </main>
  )
}
