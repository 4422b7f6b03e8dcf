import { isVisible, type World, worldById } from '../../../casset/access/visible-casset.ts'
import type { Ctx } from '../../../context.ts'
import type { CampaignPage } from '../../../drop/view/model.ts'
import { ownEntry } from '../../../drop/view/own-entry.ts'
import { listLeaders, readDrop } from '../../../drop/view/read-drop.ts'
import { say } from '../../../lib/language/say.ts'
import { toCover } from '../../../platform/asset/asset-url.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { hueOf, themePath } from '../../document/theme.ts'
import { optional, page } from '../../page.tsx'
import { prizeHolderText } from '../../parts/prize-holder.ts'
import { canCollect } from '../../parts/tape-view.ts'
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
    const look = world && isVisible(ctx, world, viewer) ? lookOf(ctx, drop.campaign, world) : null
    const isListed = world?.casset.published && world.casset.privacy === 'public'
    return {
      head: {
        title: say('{title} by {displayName}', { title, displayName: artist.displayName }),
        description:
          prize.length > 0
            ? say('A drop by {displayName}: {sums} to win.', { displayName: artist.displayName, sums: sumsText(prize) })
            : say('A drop by {displayName}.', { displayName: artist.displayName }),
        path: `/drops/${id}`,
        sheet: 'drops',
        ...(look ? { theme: look.theme } : {}),
        ...(world ? dropInHead(ctx, drop.campaign, world) : {}),
        isHidden: openedAt === null || !isListed,
        cassetId: casset.id,
      },
      main: (
        <DropPage
          holder={prizeHolderText(ctx, artist)}
          hasRules={ctx.config.site.dropRules !== null}
          drop={{ ...drop, ...later }}
          nowMs={ctx.now()}
          isFirst={query.cursor === undefined}
          part={partOf(ctx, drop, viewer)}
          handle={viewer?.handle ?? null}
          look={look}
        />
      ),
    }
  })

function lookOf(ctx: Ctx, { casset, artist }: CampaignPage['campaign'], world: World) {
  const { themeTokens: tokens, priceMinor: amount, currency, patternId: pattern } = world.casset
  const hueSource = { tokens, coverColor: world.cover?.color ?? null }
  const cover = world.cover ? toCover(world.cover) : null
  const tape = {
    handle: casset.slug,
    artist: artist.displayName,
    name: casset.name,
    ...hueOf(hueSource),
    art: cover?.url ?? null,
    canCollect: canCollect(ctx, artist.handle, { amount, currency }),
  }
  return { tape, cover, pattern, theme: themePath(hueSource, ctx.assets.manifest.build) }
}

function partOf(ctx: Ctx, { campaign }: CampaignPage, viewer: Viewer | null) {
  if (ctx.now() > Date.parse(campaign.endsAt)) return 'over'
  if (!viewer) return 'stranger'
  if (viewer.handle === campaign.artist.handle) return 'own'
  return { own: ownEntry(ctx, campaign.id, viewer) }
}
