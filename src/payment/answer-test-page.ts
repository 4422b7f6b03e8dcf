import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { maxJsonBytes, readText } from '../http/body.ts'
import { testPages } from '../http/is-test-page.ts'
import { pathOf } from '../http/path.ts'

/** An address of the test processor's pages, below the origin that a visitor has open. */
export function testPageAt(url: string, origin: string): string {
  const { pathname } = new URL(url)
  return pathname.startsWith(`${testPages}/`) ? origin + pathname : url
}

/**
 * Shows a page of the test processor on our own origin, where a phone finds it too: its own address is on the loopback.
 * Throws NOT_FOUND wherever real money may move.
 */
export async function answerTestPage(ctx: Ctx, request: Request): Promise<Response> {
  const test = ctx.processor?.test
  if (!test) throw notFound('page')
  const page = await test.page(pathOf(request.url).slice(testPages.length), await asForm(request))
  const policy = page.headers.get('content-security-policy')
  if (policy !== null) page.headers.set('content-security-policy', `${policy}; form-action 'self'`)
  return page
}

/** The same request with a body that is a form, whatever was sent for one. */
async function asForm(request: Request): Promise<Request> {
  if (request.method !== 'POST') return request
  return new Request(request.url, {
    method: 'POST',
    body: new URLSearchParams(await readText(request, maxJsonBytes)),
  })
}
