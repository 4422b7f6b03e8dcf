import { worldById } from '../../../casset/access/visible-casset.ts'
import type { Ctx } from '../../../context.ts'
import type { CampaignPage } from '../../../drop/view/model.ts'
import { ownEntry } from '../../../drop/view/own-entry.ts'
import { listLeaders, readDrop } from '../../../drop/view/read-drop.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session.ts'
import { optional, page } from '../../page.tsx'
import { dropInHead } from '../../share-picture/describe.ts'
import { sumsText } from './labels.ts'
import { DropPage } from './page.tsx'

const clipsOnPage = 50

/** `/drops/:id`: a drop with its leaderboard. */
export const dropRoute = (ctx: Ctx) =>
  page(ctx, { path: '/drops/:id', viewer: optional, query: { cursor: 64 } }, ({ viewer, params: { id }, query }) => {
    const drop = readDrop(ctx, id, viewer)
    const later = query.cursor === undefined ? {} : listLeaders(ctx, id, viewer, clipsOnPage, query.cursor)
    const { title, artist, prize, openedAt, casset } = drop.campaign
    const world = worldById(ctx, casset.id)
    const isListed = world?.casset.published && world.casset.privacy === 'public'
    return {
      head: {
        title: say('{title} by {displayName}', { title, displayName: artist.displayName }),
        description:
          prize.length > 0
            ? say('A drop by {displayName}: {sums} to win.', { displayName: artist.displayName, sums: sumsText(prize) })
            : say('A drop by {displayName}.', { displayName: artist.displayName }),
        path: `/drops/${id}`,
        sheet: 'forms',
        ...(world ? dropInHead(ctx, drop.campaign, world) : {}),
        isHidden: openedAt === null || !isListed,
      },
      main: (
        <DropPage
          drop={{ ...drop, ...later }}
          nowMs={ctx.now()}
          isFirst={query.cursor === undefined}
          part={partOf(ctx, drop, viewer)}
          handle={viewer?.handle ?? null}
        />
      ),
    }
  })

function partOf(ctx: Ctx, { campaign }: CampaignPage, viewer: Viewer | null) {
  if (ctx.now() > Date.parse(campaign.endsAt)) return 'over'
  if (!viewer) return 'stranger'
  if (viewer.handle === campaign.artist.handle) return 'own'
  return { own: ownEntry(ctx, campaign.id, viewer) }
}
