import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Remembering } from '../session/session-cookie.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { providerOf } from './connect.ts'
import { browserOf, markBrowser } from './flow-cookie.ts'
import { listIdentities, unlinkIdentity } from './identity.ts'
import * as shape from './model.ts'
import { signUpWithProvider } from './sign-up-with-provider.ts'

/** Linking, unlinking, and the account of somebody new (rule: providers). */
export const identity = (ctx: Ctx) => (app: Remembering) =>
  app
    .get('/api/auth/identities', ({ author }) => ({ identities: listIdentities(ctx, author.userId) }), {
      operation: 'listIdentities',
      summary: 'List the providers that you sign in with',
      session: true,
      response: { 200: shape.Identities },
    })
    .post(
      '/api/auth/identities',
      async ({ request, author, body: { provider }, set, status }) => {
        providerOf(ctx, provider)
        const { browserHash, setCookie } = markBrowser(ctx, request)
        set.headers['set-cookie'] = setCookie
        try {
          const flow = { name: provider, browserHash, next: '/account', userId: author.userId }
          return status(201, { url: await beginSignIn(ctx, flow) })
        } catch {
          ctx.log.warn('provider cannot be reached', { provider })
          throw new AppError('UNAVAILABLE', say('The provider does not answer at the moment.'), { retryAfter: 30 })
        }
      },
      {
        operation: 'linkIdentity',
        summary: 'Link a provider',
        session: true,
        fresh: true,
        refuses: ['NOT_FOUND'],
        body: shape.LinkIdentity,
        response: { 201: shape.ProviderAddress },
      },
    )
    .delete(
      '/api/auth/identities/:provider',
      ({ author, params, client, status }) => status(204, none(unlinkIdentity(ctx, author, params.provider, client()))),
      {
        operation: 'unlinkIdentity',
        summary: 'Unlink a provider',
        session: true,
        fresh: true,
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/auth/join',
      ({ request, body, client, keepSession, keepDevice, status }) => {
        const { account, token, next } = signUpWithProvider(ctx, browserOf(request), body, client())
        keepSession(token)
        keepDevice(account.user.id)
        return status(201, { ...account, next })
      },
      {
        operation: 'joinAccount',
        summary: "Join an account with a provider's",
        limit: 'auth',
        refuses: ['BAD_STATE'],
        body: shape.Join,
        response: { 201: shape.Joined },
      },
    )
