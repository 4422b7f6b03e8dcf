import type { Ctx } from '../../context.ts'
import { once } from '../../lib/turn/once.ts'
import { createFixedAnswer } from '../../platform/http/answer/answer-fixed.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ownState } from '../../platform/own-state.ts'
import { version } from '../../platform/version.ts'
import type { Head } from '../document/document.tsx'
import { optional, page, pageRoutes } from '../page.tsx'
import { openApiDocument } from './document.ts'
import { apiHtml, OpenApiPage } from './page.tsx'
import { shareAnswers } from './share-answers.ts'

const described = () => ({
  description: 'This document',
  content: { 'application/json': { schema: { type: 'object' as const } } },
})

/** Created on first request (rule: openapi). */
export const openapi = (ctx: Ctx) => (app: Guarded) => {
  const made = ownState(() => {
    const document = once(() => openApiDocument(app, version))
    return {
      // It takes 40 ms of the processor, in any language, signed in or not.
      shown: once(() => ({ html: apiHtml(document()) })),
      answer: createFixedAnswer(() => JSON.stringify(shareAnswers(document()))),
    }
  })
  const head: Head = {
    sheet: 'forms',
    title: 'The API',
    description: 'Every route of this Tapedeck, with what it takes and gives.',
    path: '/openapi',
  }
  const shown = () =>
    page(ctx, { path: '/openapi', viewer: optional }, () => ({
      head,
      main: <OpenApiPage {...made(ctx).shown()} />,
      // The routes stay the same while the program runs: strangers get the first rendering of the
      // page.
      source: version,
    }))
  return app
    .use(pageRoutes(ctx, [{ path: '/openapi', load: async () => shown }]))
    .get('/openapi.json', ({ request }) => made(ctx).answer(request), {
      summary: 'Read this document',
      held: true,
      elsewhere: true,
      detail: { security: [], responses: { 200: described() } },
    })
}
