import { rack } from '../../../casset/recent-cassets.ts'
import { isRecording } from '../../../casset/recording.ts'
import type { Ctx } from '../../../context.ts'
import { countOpenDrops } from '../../../drop/list-drops.ts'
import { renderedFrom } from '../../answer-page.tsx'
import { optional, page } from '../../page.tsx'
import { canCollect } from '../../parts/tape-view.ts'
import { HomePage } from './page.tsx'

const tapesOnRack = 24

/** `/`: the newest cassets. */
export const homeRoute = (ctx: Ctx) =>
  page(ctx, { path: '/', viewer: optional }, ({ viewer }) => ({
    head: {
      title: 'Tapedeck: press play, keep the tape',
      description: 'Albums by artists who run their own site: hear a hook of every track, and keep the tape.',
      path: '/',
      image: { url: ctx.assets.url('icons/icon-512.png'), alt: 'A compact cassette' },
    },
    headers: { link: '</.well-known/api-catalog>; rel="api-catalog"' },
    ...renderedFrom(HomePage, {
      rack: rackTapes(ctx),
      isSignedIn: viewer !== null,
      isFilling: isRecording(ctx),
      openDrops: countOpenDrops(ctx),
    }),
  }))

const rackTapes = (ctx: Ctx) =>
  rack(ctx, tapesOnRack).map((entry) => ({ ...entry, canCollect: canCollect(ctx, entry.handle, entry.price) }))
