import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { afterSignIn } from '../../lib/account/after-sign-in.ts'
import { sameOriginPath } from '../../lib/address/same-origin-path.ts'
import { appleCallback } from '../../platform/http/request/path.ts'
import { isLoopback } from '../../platform/http/site/site.ts'
import { invitationOf } from '../invitation/use-invitation.ts'
import type { Remembering } from '../session/session-cookie.ts'
import { answerCallback } from './answer-callback.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { known, type ProviderName, providerNames } from './config.ts'
import { providerOf } from './connect.ts'
import { browserOf, markBrowser } from './flow-cookie.ts'

const longestNext = 2_000
const longestWord = 2_000
const Begin = t.Object({
  next: t.Optional(t.String({ maxLength: longestNext })),
  invite: t.Optional(t.String({ maxLength: 200, description: 'the code of an invitation' })),
})

/** Redirects a browser. The answer is never cached for others. */
const sendTo = (status: 302 | 303, location: string, setCookie?: string | null) =>
  new Response(null, {
    status,
    headers: { location, 'cache-control': 'no-store', ...(setCookie ? { 'set-cookie': setCookie } : {}) },
  })

const described = {
  302: { description: 'Leads to the provider' },
  303: { description: 'Leads to a page of this site' },
}
const detail = () => ({ security: [], responses: structuredClone(described) })

/**
 * One provider's two addresses: the way there and the way back (rule: providers). Browsers open
 * them; scripts do not.
 */
const door = (ctx: Ctx, name: ProviderName) => (app: Remembering) => {
  const label = name === 'oidc' ? 'the other provider' : known[name].label
  const word = name === 'oidc' ? 'Provider' : label
  return app
    .get(
      `/api/auth/${name}`,
      async ({ request, query }) => {
        providerOf(ctx, name)
        const { host, hostname, origin } = new URL(ctx.site.origin)
        // The provider sends the browser back to this host name, where a cookie of another name for
        // this machine would not be sent. Only local names are redirected: a proxy in front of a
        // public site may change the Host each time, which would redirect for ever.
        if (isLoopback(hostname) && request.headers.get('host') !== host)
          return sendTo(302, origin + pathAndSearch(request))
        const next = sameOriginPath(query.next, afterSignIn)
        const { browserHash, setCookie } = markBrowser(ctx, request)
        try {
          const invitationId = query.invite === undefined ? null : (invitationOf(ctx, query.invite)?.id ?? null)
          const flow = { name, browserHash, next, userId: null, invitationId }
          return sendTo(302, await beginSignIn(ctx, flow), setCookie)
        } catch {
          ctx.log.warn('provider cannot be reached', { provider: name })
          return sendTo(303, `/login?trouble=unavailable&with=${name}&next=${encodeURIComponent(next)}`)
        }
      },
      {
        operation: `goTo${word}`,
        summary: `Go to ${label} to sign in`,
        limit: 'auth',
        refuses: ['NOT_FOUND'],
        query: Begin,
        detail: detail(),
      },
    )
    .get(
      `/api/auth/${name}/callback`,
      async ({ request, viewer, client, keepSession, keepDevice }) => {
        providerOf(ctx, name)
        const { searchParams } = new URL(request.url)
        const asked = { name, query: searchParams, browserHash: browserOf(request), viewer }
        const { location, signedIn } = await answerCallback(ctx, asked, client())
        if (signedIn) {
          keepSession(signedIn.token)
          keepDevice(signedIn.userId)
        }
        return sendTo(303, location)
      },
      {
        operation: `returnFrom${word}`,
        summary: `Return from ${label}`,
        limit: 'auth',
        refuses: ['NOT_FOUND'],
        detail: detail(),
      },
    )
}

const pathAndSearch = (request: Request) => {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/**
 * Apple answers with a form post from its own site, on which browsers send no cookie. This
 * redirects to a GET of ours with the same parameters, on which they do.
 */
const appleForm = (ctx: Ctx) => (app: Remembering) =>
  app.post(
    appleCallback,
    ({ body }) => {
      providerOf(ctx, 'apple')
      const said = new URLSearchParams()
      for (const key of ['code', 'state', 'error', 'iss']) {
        const value: unknown = Reflect.get(Object(body), key)
        if (typeof value === 'string') said.set(key, value.slice(0, longestWord))
      }
      return sendTo(303, `${appleCallback}?${said}`)
    },
    {
      operation: 'returnFromAppleByForm',
      summary: 'Return from Apple, by a form',
      refuses: ['NOT_FOUND'],
      detail: { ...detail(), requestBody: appleBody },
    },
  )

const appleBody = {
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' as const } } },
}

/** The doors of all providers. A provider that is not configured is not found. */
export const doors = (ctx: Ctx) => (app: Remembering) => {
  for (const name of providerNames) app.use(door(ctx, name))
  return app.use(appleForm(ctx))
}
