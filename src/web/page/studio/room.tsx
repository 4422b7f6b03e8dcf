import ModerationIsland, { type ModerationProps } from '../../../../public/islands/studio/room/moderation.tsx'
import StudioPartyIsland, { type StudioPartyProps } from '../../../../public/islands/studio/room/party.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { listMembers } from '../../../room/moderation/list-members.ts'
import { listReports } from '../../../room/moderation/list-reports.ts'
import { partyOf, toParty } from '../../../room/party/party.ts'
import { roomSettings } from '../../../room/room-settings.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { AboutShared, studioPageOf } from '../../parts/studio/shared-studio.tsx'
import { ownMedia, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'
import type { Media } from '../../parts/tape-view.ts'

const reportsOnPage = 25
const membersOnPage = 50
const query = { reports: 200, moderator: 200, muted: 200, banned: 200 } as const

type Cursors = { [list in keyof typeof query]?: string | undefined }

/** `/studio/room`: settings, reports and people of the artist's live room (rule: room-studio). */
export const studioRoomRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/room', viewer: required, query }, ({ viewer, query }) =>
    roomOf(ctx, viewer, viewer.handle, query),
  )

/** `/studio/tapes/{slug}/room`: those of a further tape. */
export const studioTapeRoomRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/tapes/:slug/room', viewer: required, query }, ({ viewer, params, query }) =>
    roomOf(ctx, viewer, params.slug ?? '', query),
  )

/** `/studio/together/{slug}/room`: those of a co-casset's room, for its creator. */
export const studioTogetherRoomRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/together/:slug/room', viewer: required, query }, ({ viewer, params, query }) =>
    roomOf(ctx, viewer, params.slug ?? '', query),
  )

function roomOf(ctx: Ctx, viewer: Viewer, slug: string, cursors: Cursors) {
  const media = ownMedia(ctx, viewer, slug)
  const cassetId = media.casset.id
  const { reports, nextCursor } = listReports(ctx, viewer, reportsOnPage, cursors.reports)
  const membersIn = (state: 'moderator' | 'muted' | 'banned') =>
    listMembers(ctx, cassetId, { state, ...(cursors[state] ? { cursor: cursors[state] } : {}) }, membersOnPage)
  const [moderator, muted, banned] = [membersIn('moderator'), membersIn('muted'), membersIn('banned')]
  const party = partyOf(ctx, cassetId)
  const all = [moderator, muted, banned].flatMap(({ members }) => members)
  return {
    head: studioHead(ctx, media, {
      title: say('Live room'),
      description: say('Moderate your live room.'),
      path: studioPageOf(media, 'room').here,
    }),
    main: (
      <StudioRoomPage
        media={media}
        party={{
          cassetId,
          slug: media.casset.slug,
          name: media.casset.name,
          artist: media.artist.displayName,
          party: party && party.endedAt === null ? toParty(party) : null,
          isPreorder: media.casset.opensAt !== undefined,
        }}
        slug={slug}
        settings={roomSettings(ctx, cassetId)}
        reports={reports}
        members={[...new Map(all.map((member) => [member.handle, member])).values()]}
        next={{
          reports: nextCursor,
          moderator: moderator.nextCursor,
          muted: muted.nextCursor,
          banned: banned.nextCursor,
        }}
        isOwner={viewer.role === 'owner'}
      />
    ),
  }
}

const Moderation = island('studio/room/moderation', ModerationIsland)

const StudioParty = island('studio/room/party', StudioPartyIsland)

const StudioRoomPage = ({
  media,
  party,
  ...moderation
}: ModerationProps & { media: Media; party: StudioPartyProps }) => (
  <StudioLayout here={studioPageOf(media, 'room').here} texture={media.texture} theme={media.theme}>
    <article class="jcard moderation-card">
      <header>
        <AboutShared media={media} />
        <h1>{say('Live room')}</h1>
        <p>
          {inParts(say('Moderate <a>Side B</a>, the live room where people listen to your casset together.'), {
            a: (text) => <a href={`/@${media.casset.slug}/sideb`}>{text}</a>,
          })}
        </p>
      </header>
      <StudioParty {...party} />
      <Moderation {...moderation} />
    </article>
  </StudioLayout>
)
