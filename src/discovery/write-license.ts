import type { Ctx } from '../context.ts'
import type { VisibleRelease } from '../release/visible-release.ts'
import { addresses } from '../rendering/addresses.ts'
import { termsOfRelease, termsOfSite } from '../rendering/read-terms.ts'
import { rslDocument } from '../rendering/rsl.ts'
import { odrlOffer } from '../rendering/tdm.ts'

/** Returns the RSL document of a release: its page, and what agents read of it. */
export const licenseOfRelease = (ctx: Ctx, { id, handle, displayName }: VisibleRelease): string =>
  rslDocument(termsOfRelease(ctx, id), {
    paths: [addresses.pageOf(handle, id), `/api/agents/releases/${id}/`],
    holder: displayName,
    contactUrl: `${ctx.site.origin}/@${handle}`,
  })

/** Returns the RSL document of the site: the strictest of what its public releases say. */
export const licenseOfSite = (ctx: Ctx): string =>
  rslDocument(termsOfSite(ctx), { paths: ['/'], holder: null, contactUrl: `${ctx.site.origin}/` })

/** Returns the ODRL offer of a release. */
export const offerOfRelease = (ctx: Ctx, { id, handle, displayName }: VisibleRelease) =>
  odrlOffer(termsOfRelease(ctx, id), {
    uid: ctx.site.origin + addresses.offerOf(id),
    target: ctx.site.origin + addresses.pageOf(handle, id),
    assigner: displayName,
    contactUrl: `${ctx.site.origin}/@${handle}`,
  })

/** Returns the ODRL offer of the site: the strictest of what its public releases say. */
export const offerOfSite = (ctx: Ctx) =>
  odrlOffer(termsOfSite(ctx), {
    uid: ctx.site.origin + addresses.siteOffer,
    target: `${ctx.site.origin}/`,
    assigner: 'The artists of this site',
    contactUrl: `${ctx.site.origin}/`,
  })
