import type { visibleTrack } from '../../casset/access/decide-access.ts'
import type { World } from '../../casset/access/visible-casset.ts'
import { termsOfCasset, termsOfRelease, termsOfSite, termsOfTrack } from '../../casset/usage/read-terms.ts'
import type { Ctx } from '../../context.ts'
import { pagePath } from '../../lib/text/slug.ts'
import { contactUrl } from '../../release/next-step.ts'
import { addresses } from '../../release/rendering/addresses.ts'
import { rslDocument } from '../../release/rendering/rsl.ts'
import type { VisibleRelease } from '../../release/visible-release.ts'

export const licenseOfRelease = (ctx: Ctx, release: VisibleRelease): string =>
  rslDocument(termsOfRelease(ctx, release.id), {
    paths: [addresses.pageOf(release.handle, release.id), `/api/agents/releases/${release.id}/`],
    holder: release.displayName,
    contactUrl: contactUrl(ctx, release),
  })

/** Returns the RSL document of the site: the strictest terms of all that anybody can open on it. */
export const licenseOfSite = (ctx: Ctx): string =>
  rslDocument(termsOfSite(ctx), { paths: ['/'], holder: null, contactUrl: `${ctx.site.origin}/` })

/** Returns the RSL document of a casset: its page, on the strictest terms of all that is on it. */
export const licenseOfCasset = (ctx: Ctx, { casset, artist }: World): string =>
  rslDocument(termsOfCasset(ctx, casset.id), {
    paths: [pagePath(artist.handle)],
    holder: artist.displayName,
    contactUrl: ctx.site.origin + pagePath(artist.handle),
  })

/** Returns the RSL document of a track's sound, which anybody hears in part. */
export const licenseOfSound = (ctx: Ctx, { track, world }: ReturnType<typeof visibleTrack>): string =>
  rslDocument(termsOfTrack(ctx, track), {
    paths: [`/api/audio/${track.id}`],
    holder: world.artist.displayName,
    contactUrl: ctx.site.origin + pagePath(world.artist.handle),
  })
