import { cookie } from '@elysiajs/cookie'
import { sign } from 'cookie-signature'
import type { Ctx } from '../../context.ts'
import { addressOf, type Guarded } from '../../platform/http/guard.ts'
import { sessionCookie, viewerOf } from '../../platform/http/session/session.ts'
import { unclaimedOrigin } from '../../platform/http/site/origin.ts'
import { cleanLine } from '../clean-text.ts'
import { deviceCookie, deviceMs, deviceOf, deviceWith } from './device.ts'
import type { Client } from './session.ts'
import { absoluteMs } from './viewer.ts'

const maxUserAgent = 200

/**
 * Sets and clears the signed cookies of a session and of a browser. They are signed with the first
 * secret; src/platform/http/session/session.ts reads them, as it tries every secret.
 */
export const sessionCookies = (ctx: Ctx) => {
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: ctx.site.isHttps } as const
  const kept = { maxAge: absoluteMs / 1000 }
  const remembered = { maxAge: deviceMs / 1000 }
  const dropped = { maxAge: 0 }
  return (app: Guarded) =>
    app.use(cookie(attributes).as('scoped')).derive(({ setCookie, set, request, server }) => ({
      client: (): Client => ({
        address: addressOf(ctx, request, server),
        userAgent: cleanLine(request.headers.get('user-agent') ?? '').slice(0, maxUserAgent),
        sessionId: viewerOf(ctx, request)?.sessionId,
        device: deviceOf(ctx, request),
        unclaimedOrigin: unclaimedOrigin(ctx, request),
      }),
      keepSession: (token: string) => {
        setCookie(sessionCookie, signed(ctx, token), kept)
        apart(set.headers)
      },
      keepDevice: (userId: string) => {
        setCookie(deviceCookie, signed(ctx, deviceWith(ctx, deviceOf(ctx, request), userId)), remembered)
        apart(set.headers)
      },
      dropSession: () => setCookie(sessionCookie, '', dropped),
    }))
}

function signed({ secrets }: Ctx, value: string): string {
  const [secret] = secrets.session
  if (secret === undefined) throw new Error('There is no secret to sign sessions with.')
  return sign(value, secret)
}

export type Remembering = ReturnType<ReturnType<typeof sessionCookies>>

/** The plugin capitalises the header's name; Elysia would then send two cookies as one. */
function apart(headers: Record<string, unknown>): void {
  const lists = [headers['set-cookie'], headers['Set-Cookie']].filter((each) => Array.isArray(each))
  delete headers['Set-Cookie']
  headers['set-cookie'] = lists.flat()
}
