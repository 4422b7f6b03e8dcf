import { t } from 'elysia'
import { renderToString } from 'preact-render-to-string'
import { renderSVG } from 'uqr'
import { usageHeadersOfCasset } from '../../casset/usage/casset-usage-headers.ts'
import type { Ctx } from '../../context.ts'
import { currentLanguage } from '../../lib/language/say.ts'
import { pagePath } from '../../lib/text/slug.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { readMedia } from '../../world/media.ts'
import { contentSecurityPolicy, createDocument, html } from '../document/html.ts'
import { themeOf } from '../document/theme.ts'
import { PrintedCardPage } from './page.tsx'

const policy = contentSecurityPolicy(["form-action 'none'"])

/** `/@handle/jcard`: the card for a cassette's case, to print (rule: printed-card). */
export const printedCard = (ctx: Ctx) => (app: Guarded) =>
  app.get(
    '/@:handle/jcard',
    ({ params, viewer, request }) => {
      const media = readMedia(ctx, params.handle.toLowerCase(), viewer)
      const { manifest } = ctx.assets
      const url = ctx.site.origin + pagePath(media.casset.slug)
      const page = (
        <PrintedCardPage
          media={media}
          url={url}
          code={renderSVG(url, { border: 2 })}
          sheets={[manifest.sheets.printed, themeOf(ctx, media)]}
          script={ctx.assets.scripts(currentLanguage()).printed}
        />
      )
      const document = createDocument(`<!doctype html>${renderToString(page)}`)
      const isPublic = media.casset.published && media.casset.privacy !== 'private'
      const headers = {
        ...usageHeadersOfCasset(ctx, media.casset.id),
        'content-security-policy': policy,
        vary: 'Accept-Encoding, Cookie',
      }
      return html(request, document, { audience: isPublic && viewer === null ? 'anyone' : 'viewer', headers })
    },
    { params: t.Object({ handle: t.String() }), detail: { hide: true } },
  )
