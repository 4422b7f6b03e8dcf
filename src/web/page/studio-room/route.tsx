import type { Ctx } from '../../../context.ts'
import { listMembers } from '../../../room/list-members.ts'
import { listReports } from '../../../room/list-reports.ts'
import { roomSettings } from '../../../room/room-settings.ts'
import { page, required } from '../../page.tsx'
import { ownMedia, studioHead } from '../../parts/studio-layout.tsx'
import { StudioRoomPage } from './page.tsx'

const path = '/studio/room'
const reportsOnPage = 25
const membersOnPage = 50

/** `/studio/room`: settings, reports and people of the artist's live room (rule 9.12). */
export const studioRoomRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path, viewer: required, query: { reports: 200, moderator: 200, muted: 200, banned: 200 } },
    ({ viewer, query }) => {
      const media = ownMedia(ctx, viewer)
      const cassetId = media.casset.id
      const { reports, nextCursor } = listReports(ctx, viewer, reportsOnPage, query.reports)
      const membersIn = (state: 'moderator' | 'muted' | 'banned') =>
        listMembers(ctx, cassetId, { state, ...(query[state] ? { cursor: query[state] } : {}) }, membersOnPage)
      const [moderator, muted, banned] = [membersIn('moderator'), membersIn('muted'), membersIn('banned')]
      const all = [moderator, muted, banned].flatMap(({ members }) => members)
      return {
        head: studioHead(ctx, media, { title: 'Room', description: 'Look after your live room.', path }),
        main: (
          <StudioRoomPage
            media={media}
            slug={viewer.handle}
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
    },
  )
