import type { Ctx } from '../../../context.ts'
import { AppError, notFound } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { maxJsonBytes, readText } from '../../http/request/body.ts'
import { pathOf, testPages } from '../../http/request/path.ts'
import { nameOf } from '../../log.ts'

const pages = /^\/(?:three-d-secure|onboarding|receipt|voucher|express)\//
const answerWithinMs = 10_000

/** The page's own headers; all others are between us and the processor. */
const passedOn = [
  'allow',
  'cache-control',
  'content-security-policy',
  'content-type',
  'location',
  'referrer-policy',
] as const

/** An address of the test processor's pages, below the origin that a visitor has open. */
export function testPageAt(url: string, origin: string): string {
  const { pathname } = new URL(url)
  return pathname.startsWith(`${testPages}/`) ? origin + pathname : url
}

/**
 * Shows a page of the test processor on our own origin, where a phone finds it too: its own address
 * is on the loopback. Throws NOT_FOUND wherever real money may move, and UNAVAILABLE when the
 * processor does not answer.
 */
export async function answerTestPage(ctx: Ctx, request: Request): Promise<Response> {
  const test = ctx.processor?.test
  if (!test) throw notFound('page')
  const { method } = request
  const path = test.url + pathOf(request.url).slice(testPages.length)
  const at = URL.canParse(path) ? new URL(path) : undefined
  // Its API listens there too, and is not for visitors.
  if (at?.origin !== test.url || !pages.test(at.pathname)) throw notFound('page')
  // Always treated as a form, whatever type was sent.
  const form = method === 'POST' ? { body: new URLSearchParams(await readText(request, maxJsonBytes)) } : {}
  const { status, headers, body } = await askForPage(ctx, at, { method, ...form })
  const shown = new Headers(
    passedOn.flatMap((name): [string, string][] => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  const policy = headers.get('content-security-policy')
  if (policy !== null) shown.set('content-security-policy', `${policy}; form-action 'self'`)
  return new Response(body, { status, headers: shown })
}

type PageRequest = { method: string; body?: URLSearchParams }

async function askForPage(ctx: Ctx, at: URL, asked: PageRequest) {
  try {
    const page = await fetch(at, { ...asked, redirect: 'manual', signal: AbortSignal.timeout(answerWithinMs) })
    const { status, headers } = page
    const body = await page.arrayBuffer()
    if (status < 500) return { status, headers, body }
    ctx.log.error('test processor page failed', { status })
  } catch (error) {
    ctx.log.error('test processor does not answer', { fault: nameOf(error) })
  }
  throw new AppError('UNAVAILABLE', say('The test processor cannot show this page right now.'), { retryAfter: 5 })
}
