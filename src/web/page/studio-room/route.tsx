import type { Ctx } from '../../../context.ts'
import type { Viewer } from '../../../platform/http/session.ts'
import { listMembers } from '../../../room/list-members.ts'
import { listReports } from '../../../room/list-reports.ts'
import { roomSettings } from '../../../room/room-settings.ts'
import { page, required } from '../../page.tsx'
import { studioPageOf } from '../../parts/shared-studio.tsx'
import { ownMedia, studioHead } from '../../parts/studio-layout.tsx'
import { StudioRoomPage } from './page.tsx'

const reportsOnPage = 25
const membersOnPage = 50
const query = { reports: 200, moderator: 200, muted: 200, banned: 200 } as const

type Cursors = { [list in keyof typeof query]?: string | undefined }

/** `/studio/room`: settings, reports and people of the artist's live room (rule 9.12). */
export const studioRoomRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/room', viewer: required, query }, ({ viewer, query }) =>
    roomOf(ctx, viewer, viewer.handle, query),
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
  const all = [moderator, muted, banned].flatMap(({ members }) => members)
  return {
    head: studioHead(ctx, media, {
      title: 'Room',
      description: 'Look after your live room.',
      path: studioPageOf(media, 'room').here,
    }),
    main: (
      <StudioRoomPage
        media={media}
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
