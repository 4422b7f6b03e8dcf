import { t } from 'elysia'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { renderSVG } from 'uqr'
import { comingShows, toPublicShow } from '../../audience/show/show.ts'
import { artistOf } from '../../casset/artist-of.ts'
import { usageHeadersOfCasset } from '../../casset/usage/casset-usage-headers.ts'
import type { Ctx } from '../../context.ts'
import { currentLanguage } from '../../lib/language/say.ts'
import { pagePath } from '../../lib/text/slug.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { readGiftLink } from '../../shop/gift/claim-gift.ts'
import { giftUrl } from '../../shop/gift/passed-link.ts'
import { shownCasset } from '../../shop/guest/shown-casset.ts'
import { readMedia } from '../../world/media.ts'
import { contentSecurityPolicy, createDocument, html } from '../document/html.ts'
import { themeOf } from '../document/theme.ts'
import { seeOther } from '../page.tsx'
import { secretPage } from '../parts/secret-page.ts'
import type { Media } from '../parts/tape-view.ts'
import { GiftCardPage } from './gift-page.tsx'
import { PrintedCardPage } from './page.tsx'
import { printedShows } from './panels.ts'

const policy = contentSecurityPolicy(["form-action 'none'"])
const headers = { 'content-security-policy': policy, vary: 'Accept-Encoding, Cookie' }

/** Cards to print: of a cassette's case, and of a gift (rules: printed-card, gifts). */
export const printedCard = (ctx: Ctx) => (app: Guarded) => {
  const { manifest } = ctx.assets
  const script = () => ctx.assets.scripts(currentLanguage()).printed
  return app
    .get(
      '/@:handle/jcard',
      ({ params, viewer, request }) => {
        const media = readMedia(ctx, params.handle.toLowerCase(), viewer)
        const url = ctx.site.origin + pagePath(media.casset.slug)
        const sheets = [manifest.sheets.printed, themeOf(ctx, media)]
        const document = documentOf(
          <PrintedCardPage
            {...{ media, url, sheets }}
            shows={showsOnCard(ctx, media)}
            code={renderSVG(url, { border: 2 })}
            script={script()}
          />,
        )
        const isPublic = media.casset.published && media.casset.privacy !== 'private'
        return html(request, document, {
          audience: isPublic && viewer === null ? 'anyone' : 'viewer',
          headers: { ...usageHeadersOfCasset(ctx, media.casset.id), ...headers },
        })
      },
      { params: t.Object({ handle: t.String() }), detail: { hide: true } },
    )
    .get(
      '/gift/:secret/card',
      ({ params: { secret }, request }) => {
        const { order, gift, problem } = readGiftLink(ctx, null, secret)
        if (problem) return seeOther(`/gift/${encodeURIComponent(secret)}`)
        const casset = shownCasset(ctx, order.cassetId)
        const url = giftUrl(ctx, secret)
        const sheets = [manifest.sheets.printed, themeOf(ctx, casset)]
        const code = renderSVG(url, { border: 2 })
        const document = documentOf(
          <GiftCardPage {...{ casset, url, code, sheets }} message={gift.message} script={script()} />,
        )
        return html(request, document, { audience: 'viewer', headers: { ...secretPage.headers, ...headers } })
      },
      { params: t.Object({ secret: t.String() }), detail: { hide: true } },
    )
}

const documentOf = (page: VNode) => createDocument(`<!doctype html>${renderToString(page)}`)

/** Returns the next shows that an artist wants on the cards of the tapes that are theirs alone. */
function showsOnCard(ctx: Ctx, { casset, members }: Media) {
  if (members !== undefined) return []
  const isPrinted = comingShows(ctx, artistOf(ctx, casset.id).id).filter(
    ({ onCard, state }) => onCard && state !== 'CALLED_OFF',
  )
  return isPrinted.slice(0, printedShows).map(toPublicShow)
}
