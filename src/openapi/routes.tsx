import { type AnyElysia, Elysia } from 'elysia'
import type { Ctx } from '../context.ts'
import { guard } from '../http/guard.ts'
import { version } from '../version.ts'
import { answerPage } from '../web/answer-page.tsx'
import type { Head } from '../web/document.tsx'
import { openApiDocument } from './document.ts'
import { OpenApiPage } from './page.tsx'

/** `/openapi.json` and the page that shows it (rule 2.15), made when first asked for. */
export function openapi(ctx: Ctx, app: () => AnyElysia) {
  let made: ReturnType<typeof openApiDocument> | undefined
  const document = () => {
    made ??= openApiDocument(app(), version)
    return made
  }
  const head: Head = {
    sheet: 'counter',
    title: 'The API · Tapedeck',
    description: 'Every route of this Tapedeck, with what it takes and gives.',
    path: '/openapi',
  }
  return new Elysia({ name: 'openapi' })
    .use(guard(ctx))
    .get(
      '/openapi.json',
      () =>
        new Response(JSON.stringify(document()), {
          headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
        }),
      { limit: 'read' },
    )
    .get(
      '/openapi',
      ({ request, viewer }) => answerPage(ctx, request, viewer, { head, main: <OpenApiPage api={document()} /> }),
      { limit: 'read' },
    )
}
