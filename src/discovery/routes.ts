import { Elysia } from 'elysia'
import type { Ctx } from '../context.ts'
import { answerRead } from '../http/answer-read.ts'
import { guard } from '../http/guard.ts'
import { fetchedElsewhere } from '../http/headers.ts'
import { sends } from '../http/sends.ts'
import { visibleRelease } from '../release/visible-release.ts'
import { termsOfSite } from '../rendering/read-terms.ts'
import { robotsText } from '../rendering/robots.ts'
import { rslType } from '../rendering/rsl.ts'
import { tdmEntry } from '../rendering/tdm.ts'
import { addresses } from './addresses.ts'
import { Offer, TdmEntries } from './model.ts'
import { licenseOfRelease, licenseOfSite, offerOfRelease, offerOfSite } from './write-license.ts'

const briefly = 'public, max-age=300'
const asRsl = { ...fetchedElsewhere, 'content-type': rslType }
const asOffer = { ...fetchedElsewhere, 'content-type': 'application/ld+json' }

/** Routes by which programs find their way around, and what they may do with releases (rules 12.60 and 12.61). */
export const discovery = (ctx: Ctx) =>
  new Elysia({ name: 'discovery' })
    .use(guard(ctx))
    .get(
      '/robots.txt',
      () =>
        new Response(robotsText(termsOfSite(ctx), ctx.site.origin + addresses.siteLicense), {
          headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': briefly },
        }),
      { detail: { hide: true } },
    )
    .get(addresses.siteLicense, ({ request }) => answerRead(request, licenseOfSite(ctx), asRsl), {
      limit: 'agent-read',
      detail: { security: [], responses: { 200: sends('The RSL 1.0 license of the whole site', rslType) } },
    })
    .get(
      '/.well-known/tdmrep.json',
      ({ request }) => {
        const entry = tdmEntry(termsOfSite(ctx), '/', ctx.site.origin + addresses.siteOffer)
        return answerRead(request, JSON.stringify([entry]), fetchedElsewhere)
      },
      { limit: 'agent-read', response: { 200: TdmEntries } },
    )
    .get(addresses.siteOffer, ({ request }) => answerRead(request, JSON.stringify(offerOfSite(ctx)), asOffer), {
      limit: 'agent-read',
      response: { 200: Offer },
    })
    .get(
      addresses.licenseOf(':id'),
      ({ params, request }) => answerRead(request, licenseOfRelease(ctx, visibleRelease(ctx, params.id)), asRsl),
      { limit: 'agent-read', detail: { responses: { 200: sends('The RSL 1.0 license of a release', rslType) } } },
    )
    .get(
      addresses.offerOf(':id'),
      ({ params, request }) =>
        answerRead(request, JSON.stringify(offerOfRelease(ctx, visibleRelease(ctx, params.id))), asOffer),
      { limit: 'agent-read', response: { 200: Offer } },
    )
