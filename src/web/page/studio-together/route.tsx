import type { Ctx } from '../../../context.ts'
import { sharedCasset } from '../../../room/co-casset/find-co-casset.ts'
import { readRoom } from '../../../room/co-casset/room.ts'
import { myCoCassets, toCoCasset } from '../../../room/co-casset/to-co-casset.ts'
import { readMedia } from '../../../world/read-media.ts'
import { page, required } from '../../page.tsx'
import { ownLook, ownMedia, studioHead } from '../../parts/studio-layout.tsx'
import { CoCassetPage, TogetherPage } from './page.tsx'

const path = '/studio/together'
const messagesOnPage = 50

/** `/studio/together`: the cassets that the artist shares or is invited to, and making another one. */
export const studioTogetherRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: required }, ({ viewer }) => {
    const look = ownLook(ctx, viewer)
    return {
      head: studioHead(ctx, look, { title: 'Together', description: 'Cassets made with others.', path }),
      main: <TogetherPage look={look} {...myCoCassets(ctx, viewer)} />,
    }
  })

/** `/studio/together/{slug}`: who shares a casset and how, its tracks and its room, for members and who is invited. */
export const studioCoCassetRoute = (ctx: Ctx) =>
  page(ctx, { path: `${path}/:slug`, viewer: required }, ({ viewer, params }) => {
    const slug = params.slug ?? ''
    const coCasset = toCoCasset(ctx, sharedCasset(ctx, slug, viewer))
    const own = ownMedia(ctx, viewer)
    const isMember = coCasset.state === 'MEMBER'
    const shared = isMember || coCasset.published ? readMedia(ctx, slug, viewer).tracks : []
    const tracks = shared.map(({ id, title, artist }) => ({ id, title, artist: artist?.handle ?? null }))
    const mine = own.tracks.filter(({ file }) => file.status === 'READY').map(({ id, title }) => ({ id, title }))
    const room = isMember ? readRoom(ctx, slug, viewer, messagesOnPage) : null
    return {
      head: studioHead(ctx, own, { title: coCasset.name, description: 'A casset made with others.', path }),
      main: (
        <CoCassetPage
          look={own}
          coCasset={coCasset}
          viewer={viewer.handle}
          tracks={tracks}
          mine={mine}
          messages={room?.messages ?? []}
        />
      ),
    }
  })
