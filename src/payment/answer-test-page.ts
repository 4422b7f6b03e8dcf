import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { maxJsonBytes, readText } from '../http/body.ts'
import { testPages } from '../http/is-test-page.ts'
import { pathOf } from '../http/path.ts'

const pages = /^\/(?:three-d-secure|onboarding|receipt)\//

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
  const { method } = request
  const at = new URL(test.url + pathOf(request.url).slice(testPages.length))
  // Its API listens there too, and is nobody's business outside.
  if (at.origin !== test.url || !pages.test(at.pathname)) throw notFound('page')
  // A form, whatever was sent for one.
  const form = method === 'POST' ? { body: new URLSearchParams(await readText(request, maxJsonBytes)) } : {}
  const page = await fetch(at, { method, redirect: 'manual', ...form })
  const headers = new Headers(page.headers)
  const policy = headers.get('content-security-policy')
  if (policy !== null) headers.set('content-security-policy', `${policy}; form-action 'self'`)
  return new Response(await page.arrayBuffer(), { status: page.status, headers })
}
