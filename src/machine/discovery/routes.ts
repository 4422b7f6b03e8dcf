import { visibleTrack } from '../../casset/access/decide-access.ts'
import { visibleCasset } from '../../casset/access/visible-casset.ts'
import { usageHeadersOfCasset } from '../../casset/usage/casset-usage-headers.ts'
import { termsOfSite } from '../../casset/usage/read-terms.ts'
import {
  ownUsageHeaderNames,
  soundLicenseOf,
  usageHeaderNames,
  usageHeaders,
} from '../../casset/usage/usage-headers.ts'
import type { Ctx } from '../../context.ts'
import { answerRead } from '../../platform/http/answer/answer-read.ts'
import { sends, sendsJson } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { addresses } from '../../release/rendering/addresses.ts'
import { robotsText } from '../../release/rendering/robots.ts'
import { rslType } from '../../release/rendering/rsl.ts'
import { visibleRelease } from '../../release/visible-release.ts'
import { apiCatalog, catalogType } from './api-catalog.ts'
import { llmsText } from './llms.ts'
import { FeedParams, TdmEntries } from './model.ts'
import { type Feed, readFeed, readSiteFeed } from './read-feed.ts'
import { countSitemapPages, readSitemapPage } from './read-sitemap.ts'
import { securityText } from './security-text.ts'
import { serverCard } from './server-card.ts'
import { tdmEntries } from './tdm-entries.ts'
import { canimusOf, canimusType } from './write-canimus.ts'
import { licenseOfCasset, licenseOfRelease, licenseOfSite, licenseOfSound } from './write-license.ts'
import { rssOf, rssOfSite } from './write-rss.ts'
import { sitemapIndex, sitemapPage } from './write-sitemap.ts'

const briefly = 'public, max-age=300'
const asText = { 'content-type': 'text/plain; charset=utf-8' }
// https://w3c.github.io/webappsec-change-password-url/
const toPassword = { location: '/account#password', 'cache-control': briefly }
const asRsl = { 'content-type': rslType }
const feedTypes = { rss: 'application/rss+xml', canimus: canimusType } as const
const asXml = { 'content-type': 'application/xml' }
const asCard = 'application/mcp-server-card+json'
const asMarkdown = { 'content-type': 'text/markdown; charset=utf-8' }

/** A former handle leads to the feed (rule: former-handles). */
const sendsFeed = (feed: ReturnType<typeof sends> | ReturnType<typeof sendsJson>) => ({
  security: [],
  responses: { 200: feed, 307: { description: 'The artist has another handle now: the same feed is at Location' } },
})

function sendFeed(ctx: Ctx, request: Request, feed: Feed, type: keyof typeof feedTypes): Response {
  const text = type === 'rss' ? rssOf(feed) : JSON.stringify(canimusOf(feed))
  return answerRead(request, text, { ...usageHeadersOfCasset(ctx, feed.casset.id), 'content-type': feedTypes[type] })
}

/**
 * Routes by which programs find their way around, and what they may do with releases
 * (rules: policy-standards, policy-documents, discovery).
 */
export const discovery = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/robots.txt',
      () =>
        new Response(robotsText(termsOfSite(ctx), ctx.site.origin), {
          headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': briefly },
        }),
      {
        operation: 'getRobots',
        summary: 'Read what robots may do',
        tells: ['Cache-Control'],
        limit: 'none',
        detail: { security: [], responses: { 200: sends('robots.txt (RFC 9309)', 'text/plain') } },
      },
    )
    .get(
      '/sitemap.xml',
      ({ request }) => answerRead(request, sitemapIndex(ctx.site.origin, countSitemapPages(ctx)), asXml),
      {
        operation: 'getSitemap',
        summary: 'List the pages of the sitemap',
        held: true,
        elsewhere: true,
        detail: {
          security: [],
          responses: { 200: sends('The addresses of the pages of the sitemap (sitemaps.org)', 'application/xml') },
        },
      },
    )
    .get(
      '/sitemap/:file',
      async ({ params: { file }, request }) => {
        const [, number] = /^([1-9]\d{0,6})\.xml$/.exec(file) ?? []
        const entries = await readSitemapPage(ctx, Number(number ?? 0))
        return answerRead(request, sitemapPage(ctx.site.origin, entries), asXml)
      },
      {
        operation: 'getSitemapPage',
        summary: 'Read a page of the sitemap',
        held: true,
        elsewhere: true,
        detail: {
          security: [],
          responses: { 200: sends('A page of the sitemap: artists and releases', 'application/xml') },
        },
      },
    )
    .get(addresses.siteLicense, ({ request }) => answerRead(request, licenseOfSite(ctx), asRsl), {
      operation: 'getSiteTerms',
      summary: 'Read the RSL license of the site',
      held: true,
      elsewhere: true,
      detail: { security: [], responses: { 200: sends('The RSL 1.0 license of the whole site', rslType) } },
    })
    .get('/.well-known/tdmrep.json', ({ request }) => answerRead(request, JSON.stringify(tdmEntries(ctx))), {
      operation: 'getTdmReservation',
      summary: 'Read the reservation of text and data mining',
      held: true,
      elsewhere: true,
      response: { 200: TdmEntries },
    })
    .get(
      addresses.licenseOf(':id'),
      ({ params, request }) => answerRead(request, licenseOfRelease(ctx, visibleRelease(ctx, params.id)), asRsl),
      {
        operation: 'getReleaseTerms',
        summary: 'Read the RSL license of a release',
        held: true,
        elsewhere: true,
        detail: { responses: { 200: sends('The RSL 1.0 license of a release', rslType) } },
      },
    )
    .get(
      addresses.cassetLicenseOf(':handle'),
      ({ params, request }) =>
        answerRead(request, licenseOfCasset(ctx, visibleCasset(ctx, params.handle, null)), asRsl),
      {
        operation: 'getCassetTerms',
        summary: 'Read the RSL license of a casset',
        held: true,
        elsewhere: true,
        params: FeedParams,
        detail: sendsFeed(sends('The RSL 1.0 license of a casset: the strictest of all that is on it', rslType)),
      },
    )
    .get(
      soundLicenseOf(':trackId'),
      ({ params, request }) => answerRead(request, licenseOfSound(ctx, visibleTrack(ctx, params.trackId, null)), asRsl),
      {
        operation: 'getTrackTerms',
        summary: 'Read the RSL license of the sound of a track',
        held: true,
        elsewhere: true,
        detail: { responses: { 200: sends('The RSL 1.0 license of the sound of a track', rslType) } },
      },
    )
    .get(
      '/.well-known/api-catalog',
      ({ request }) => {
        const link = `<${ctx.site.origin}/.well-known/api-catalog>; rel="api-catalog"`
        const headers = { 'content-type': catalogType, link }
        return answerRead(request, JSON.stringify(apiCatalog(ctx.site.origin)), headers)
      },
      {
        operation: 'getApiCatalog',
        tells: ['Link'],
        summary: 'Read the catalog of interfaces (RFC 9727)',
        held: true,
        elsewhere: true,
        detail: {
          security: [],
          responses: { 200: sendsJson('The interfaces of this site', 'application/linkset+json') },
        },
      },
    )
    .get(
      '/mcp/server-card',
      ({ request }) => answerRead(request, JSON.stringify(serverCard(ctx.site.origin)), { 'content-type': asCard }),
      {
        operation: 'getMcpServerCard',
        summary: 'Read what the MCP server is and where it answers',
        held: true,
        elsewhere: true,
        detail: { security: [], responses: { 200: sendsJson('What the MCP server is', asCard) } },
      },
    )
    .get('/llms.txt', ({ request }) => answerRead(request, llmsText(ctx.site.origin), asMarkdown), {
      operation: 'getLlmsText',
      summary: 'Read what a language model reads first',
      held: true,
      elsewhere: true,
      detail: { security: [], responses: { 200: sends('What a language model reads first', 'text/markdown') } },
    })
    .get(
      '/feed.xml',
      ({ request }) =>
        answerRead(request, rssOfSite(readSiteFeed(ctx)), {
          ...usageHeaders(termsOfSite(ctx)),
          'content-type': feedTypes.rss,
        }),
      {
        operation: 'getSiteFeed',
        tells: usageHeaderNames,
        summary: 'Read the RSS feed of the site',
        held: true,
        elsewhere: true,
        detail: { security: [], responses: { 200: sends('The newest tapes as RSS', feedTypes.rss) } },
      },
    )
    .get('/.well-known/security.txt', ({ request }) => answerRead(request, securityText(ctx), asText), {
      operation: 'getSecurityContact',
      summary: 'Read where to report a weakness (RFC 9116)',
      held: true,
      elsewhere: true,
      refuses: ['NOT_FOUND'],
      detail: { security: [], responses: { 200: sends('Where to report a weakness', 'text/plain') } },
    })
    .get('/.well-known/change-password', () => new Response(null, { status: 302, headers: toPassword }), {
      operation: 'goToChangePassword',
      summary: 'Go to where a password is changed',
      tells: ['Cache-Control'],
      detail: { security: [], responses: { 302: { description: 'Location is the page of the account' } } },
    })
    .get('/@:handle/feed.xml', ({ params, request }) => sendFeed(ctx, request, readFeed(ctx, params.handle), 'rss'), {
      operation: 'getCassetFeed',
      tells: ownUsageHeaderNames,
      summary: 'Read the RSS feed of a casset',
      held: true,
      elsewhere: true,
      params: FeedParams,
      detail: sendsFeed(sends('The RSS feed of a casset', 'application/rss+xml')),
    })
    .get(
      '/@:handle/canimus.json',
      ({ params, request }) => sendFeed(ctx, request, readFeed(ctx, params.handle), 'canimus'),
      {
        operation: 'getCanimusFeed',
        tells: ownUsageHeaderNames,
        summary: 'Read the Canimus feed of a casset',
        held: true,
        elsewhere: true,
        params: FeedParams,
        detail: sendsFeed(sendsJson('The Canimus feed of a casset', canimusType)),
      },
    )
