import type { AnyElysia } from 'elysia'
import type { Ctx } from '../../context.ts'
import { version } from '../../platform/version.ts'
import type { Head } from '../document.tsx'
import { optional, page, pageRoutes } from '../page.tsx'
import { openApiDocument } from './document.ts'
import { OpenApiPage } from './page.tsx'

const described = () => ({
  description: 'This document',
  content: { 'application/json': { schema: { type: 'object' as const } } },
})

/** Routes of `/openapi.json` and the page that shows it (rule 2.15), created on first request. */
export function openapi(ctx: Ctx, app: () => AnyElysia) {
  let made: { api: ReturnType<typeof openApiDocument>; text: string } | undefined
  const document = () => {
    if (made) return made
    const api = openApiDocument(app(), version)
    made = { api, text: JSON.stringify(api) }
    return made
  }
  const head: Head = {
    sheet: 'forms',
    title: 'The API · Tapedeck',
    description: 'Every route of this Tapedeck, with what it takes and gives.',
    path: '/openapi',
  }
  const shown = () =>
    page(ctx, { path: '/openapi', viewer: optional }, () => ({
      head,
      main: <OpenApiPage api={document().api} />,
      // The routes are the same for as long as the program runs: strangers get the page as it was rendered first.
      source: version,
    }))
  return pageRoutes(ctx, [shown]).get(
    '/openapi.json',
    () =>
      new Response(document().text, {
        headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
      }),
    {
      limit: 'read',
      detail: { security: [], responses: { 200: described() } },
    },
  )
}
