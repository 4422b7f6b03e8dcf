import { isSeenByAll } from '../../../casset/access/visible-casset.ts'
import { newestEntries, type RackEntry } from '../../../casset/recent-cassets.ts'
import { isRecording } from '../../../casset/track/measure/recording.ts'
import type { Ctx } from '../../../context.ts'
import { countOpenDrops } from '../../../drop/view/list-drops.ts'
import { say } from '../../../lib/language/say.ts'
import { longest } from '../../../lib/text/longest.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { recentlyBought } from '../../../shop/purchase/recently-bought.ts'
import { type Page, renderedFrom } from '../../answer-page.tsx'
import { optional, page, seeOther } from '../../page.tsx'
import { canCollect } from '../../parts/tape-view.ts'
import { pictureUrl, sitePictureOf } from '../../site-picture.ts'
import { worldAtHome } from '../world/route.tsx'
import { HomePage } from './page.tsx'

const tapesOnRack = 24
const boughtOnHome = 6

/**
 * `/`: the newest cassets. On the site of one artist it is their page (rule: site-name). A search
 * goes to its own page, which was here once.
 */
export const homeRoute = (ctx: Ctx) =>
  page(ctx, { path: '/', viewer: optional, query: { q: longest.pastedQuery } }, ({ viewer, query: { q = '' } }) => {
    const { startPage } = ctx.config.site
    if (startPage !== null && isSeenByAll(ctx, startPage)) return worldAtHome(ctx, startPage, viewer)
    return q.trim() === '' ? home(ctx, viewer) : seeOther(`/search?${new URLSearchParams({ q: q.trim() })}`)
  })

function head(ctx: Ctx) {
  const picture = sitePictureOf(ctx)
  return {
    title: null,
    description:
      ctx.config.site.line ??
      say('Albums by artists who run their own site: hear a hook of every track, and keep the tape.'),
    path: '/',
    alternates: [{ type: 'application/rss+xml', title: ctx.config.site.name, href: '/feed.xml' }],
    image: picture
      ? { url: pictureUrl(picture, 640), alt: ctx.config.site.name, type: 'image/webp' }
      : { url: ctx.assets.url('icons/icon-512.png'), alt: say('A compact cassette') },
  }
}

const home = async (ctx: Ctx, viewer: Viewer | null): Promise<Page> => ({
  head: head(ctx),
  headers: { link: '</.well-known/api-catalog>; rel="api-catalog"' },
  ...renderedFrom(HomePage, {
    rack: newestEntries(ctx, tapesOnRack).map((entry) => rackTape(ctx, entry)),
    bought: (await recentlyBought(ctx, boughtOnHome)).map((entry) => rackTape(ctx, entry)),
    isSignedIn: viewer !== null,
    canJoin: ctx.config.registration === 'open',
    isFilling: isRecording(ctx),
    openDrops: countOpenDrops(ctx),
  }),
})

export const rackTape = <Entry extends RackEntry>(ctx: Ctx, entry: Entry) => ({
  ...entry,
  canCollect: canCollect(ctx, entry.handle, entry.price),
})
