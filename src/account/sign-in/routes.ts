import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { knownBrowser } from '../session/device.ts'
import type { Client } from '../session/session.ts'
import type { Remembering } from '../session/session-cookie.ts'
import { Account } from '../shape.ts'
import { logIn } from './log-in.ts'
import { AskedForPasskey, ListenerSignUp, LogIn, SignUp } from './model.ts'
import { type NewPerson, signUp } from './sign-up.ts'

type Browser = { client(): Client; keepSession(token: string): void; keepDevice(userId: string): void }

async function join(ctx: Ctx, draft: NewPerson, { client, keepSession, keepDevice }: Browser): Promise<Account> {
  const { account, token } = await signUp(ctx, draft, client())
  keepSession(token)
  keepDevice(account.user.id)
  return account
}

/** See rule: sign-up. */
export const signIn = (ctx: Ctx) => (app: Remembering) =>
  app
    .post('/api/auth/signup', async ({ body, status, ...browser }) => status(201, await join(ctx, body, browser)), {
      operation: 'signUp',
      summary: 'Sign up as an artist',
      limit: 'auth',
      refuses: ['BAD_STATE'],
      body: SignUp,
      response: { 201: Account },
    })
    .post(
      '/api/auth/signup/listener',
      async ({ body, status, ...browser }) => status(201, await join(ctx, body, browser)),
      {
        operation: 'signUpListener',
        summary: 'Sign up as a listener',
        limit: 'auth',
        refuses: ['BAD_STATE'],
        body: ListenerSignUp,
        response: { 201: Account },
      },
    )
    .post(
      '/api/auth/login',
      async ({ body, client, keepSession, keepDevice }) => {
        const loggedIn = await logIn(ctx, body, client())
        if ('secondStep' in loggedIn) return loggedIn
        keepSession(loggedIn.token)
        keepDevice(loggedIn.account.user.id)
        return loggedIn.account
      },
      {
        operation: 'signIn',
        summary: 'Sign in with a password',
        limit: { name: 'auth', own: knownBrowser(ctx) },
        refuses: ['UNAUTHENTICATED'],
        body: LogIn,
        response: { 200: t.Union([Account, AskedForPasskey]) },
      },
    )
