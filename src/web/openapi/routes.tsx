import { type Static, t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { once } from '../../lib/turn/once.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { createFixedAnswer } from '../../platform/http/answer/answer-fixed.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { closed } from '../../platform/http/request/schema.ts'
import { ownState } from '../../platform/own-state.ts'
import { version } from '../../platform/version.ts'
import type { Head } from '../document/document.tsx'
import { optional, page, pageRoutes } from '../page.tsx'
import { compactDocument, type SentDocument } from './compact.ts'
import { openApiDocument } from './document.ts'
import { documentForPrograms } from './for-programs.ts'
import { apiHtml, OpenApiPage } from './page.tsx'

const OpenApiQuery = t.Object(
  {
    for: t.Optional(
      t.UnionEnum(['programs'], { default: undefined, description: 'programs: the part that needs no account' }),
    ),
  },
  closed,
)

const described = () => ({
  description: 'This document',
  content: { 'application/json': { schema: { type: 'object' as const } } },
})

function answerWith(document: SentDocument) {
  const text = JSON.stringify(document)
  return createFixedAnswer(() => text)
}

/** Created on first request (rule: openapi). */
export const openapi = (ctx: Ctx) => (app: Guarded) => {
  const made = ownState(() => {
    // Together they take 0.2 s of the processor.
    const pace = createPace(ctx.monotonicMs)
    const document = once(() => openApiDocument(app, version, pace))
    const sent = once(async () => compactDocument(await document(), pace))
    const ofPrograms = async () => compactDocument(documentForPrograms(await document()), pace)
    return {
      // The same in any language, signed in or not.
      shown: once(async () => ({ html: await apiHtml(await sent(), pace) })),
      answer: once(async () => answerWith(await sent())),
      answerPrograms: once(async () => answerWith(await ofPrograms())),
    }
  })
  const head: Head = {
    sheet: 'forms',
    title: 'The API',
    description: 'Every route of this Tapedeck, with what it takes and gives.',
    path: '/openapi',
  }
  const shown = () =>
    page(ctx, { path: '/openapi', viewer: optional }, async () => ({
      head,
      main: <OpenApiPage {...(await made(ctx).shown())} />,
      // The routes stay the same while the program runs: strangers get the first rendering of the
      // page.
      source: version,
    }))
  const answerFor = ({ for: whom }: Static<typeof OpenApiQuery>) => {
    const { answer, answerPrograms } = made(ctx)
    return whom === 'programs' ? answerPrograms() : answer()
  }
  return app
    .use(pageRoutes(ctx, [{ path: '/openapi', load: async () => shown }]))
    .get('/openapi.json', async ({ request, query }) => (await answerFor(query))(request), {
      operation: 'getOpenApi',
      summary: 'Read this document',
      held: true,
      elsewhere: true,
      query: OpenApiQuery,
      detail: { security: [], responses: { 200: described() } },
    })
}
