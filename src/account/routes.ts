import { t } from 'elysia'
import type { Ctx } from '../context.ts'
import { invalid, notFound } from '../errors.ts'
import { isUuidV7 } from '../lib/hash/uuid.ts'
import { say } from '../lib/language/say.ts'
import { none } from '../platform/http/answer/none.ts'
import { sends } from '../platform/http/answer/sends.ts'
import type { Guarded } from '../platform/http/guard.ts'
import { shownElsewhere } from '../platform/http/headers.ts'
import { ListQuery, limitOf } from '../platform/http/request/list-query.ts'
import { listActivity } from '../platform/security/activity.ts'
import { toAccount, toProfile } from './artist.ts'
import { changeHandle } from './change-handle.ts'
import { changePassword } from './change-password.ts'
import { knownActor } from './device.ts'
import { forgotPassword } from './forgot-password.ts'
import { isHandle, isHandleFree } from './handle.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { makeMusic } from './make-music.ts'
import * as shape from './model.ts'
import { defaultPicture } from './picture.ts'
import { type Client, endOtherSessions, endSession, listSessions } from './session.ts'
import type { Remembering } from './session-cookie.ts'
import { claimOwnership } from './setup-token.ts'
import { type NewPerson, signUp } from './sign-up.ts'
import { updateProfile } from './update-profile.ts'
import { mailVerification, verifyEmail } from './verify-email.ts'

const pictureHeaders = {
  ...shownElsewhere,
  'content-type': 'image/svg+xml',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'public, max-age=86400',
}

/** Routes of handles and of the default pictures (rule: handle-check). */
export const handles = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/handles/:handle/available',
      ({ params: { handle } }) => {
        if (!isHandle(handle)) throw invalid('handle', say('A handle has 3 to 30 lowercase letters, digits, _ or -.'))
        return { available: isHandleFree(ctx, handle) }
      },
      {
        summary: 'Ask whether a handle is free',
        limit: 'handle-available',
        refuses: ['VALIDATION'],
        response: { 200: t.Object({ available: t.Boolean() }) },
      },
    )
    .get(
      '/pfp/:file',
      ({ params: { file }, set }) => {
        const [handle = '', extension, ...rest] = file.split('.')
        if (!isHandle(handle) || extension !== 'svg' || rest.length > 0) throw notFound('picture')
        Object.assign(set.headers, pictureHeaders)
        return defaultPicture(handle)
      },
      {
        summary: 'Fetch the drawn picture of a person',
        limit: 'none',
        detail: { security: [], responses: { 200: sends('The picture, drawn from the handle', 'image/svg+xml') } },
      },
    )

/**
 * A browser that the account knows has a bucket of its own, so that nobody else at its address can
 * lock its owner out.
 */
const knownBrowser = (ctx: Ctx) => (request: Request, body: unknown) => knownActor(ctx, request, body)

type Browser = { client(): Client; keepSession(token: string): void; keepDevice(userId: string): void }

async function join(ctx: Ctx, draft: NewPerson, { client, keepSession, keepDevice }: Browser): Promise<shape.Account> {
  const { account, token } = await signUp(ctx, draft, client())
  keepSession(token)
  keepDevice(account.user.id)
  return account
}

/** Routes of sign-up, sign-in, sign-out and the signed-in browsers (rules: sign-up, sessions). */
const signIn = (ctx: Ctx) => (app: Remembering) =>
  app
    .post('/api/auth/signup', async ({ body, status, ...browser }) => status(201, await join(ctx, body, browser)), {
      summary: 'Sign up as an artist',
      limit: 'auth',
      refuses: ['BAD_STATE'],
      body: shape.SignUp,
      response: { 201: shape.Account },
    })
    .post(
      '/api/auth/signup/listener',
      async ({ body, status, ...browser }) => status(201, await join(ctx, body, browser)),
      {
        summary: 'Sign up as a listener',
        limit: 'auth',
        refuses: ['BAD_STATE'],
        body: shape.ListenerSignUp,
        response: { 201: shape.Account },
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
        summary: 'Sign in with a password',
        limit: { name: 'auth', own: knownBrowser(ctx) },
        refuses: ['UNAUTHENTICATED'],
        body: shape.LogIn,
        response: { 200: t.Union([shape.Account, shape.AskedForPasskey]) },
      },
    )
    .post(
      '/api/auth/logout',
      ({ viewer, client, dropSession, status }) => {
        logOut(ctx, viewer, client())
        dropSession()
        return status(204, undefined)
      },
      { summary: 'Sign out', response: { 204: t.Undefined() } },
    )
    .get('/api/auth/session', ({ author }) => toAccount(author), {
      summary: 'Read who is signed in',
      session: true,
      response: { 200: shape.Account },
    })
    .get('/api/auth/sessions', ({ author, query }) => listSessions(ctx, author, limitOf(query), query.cursor), {
      summary: 'List your sessions',
      session: true,
      query: ListQuery,
      response: { 200: shape.Sessions },
    })
    .get('/api/auth/activity', ({ author, query }) => listActivity(ctx, author.userId, limitOf(query), query.cursor), {
      summary: 'List what happened to your account',
      session: true,
      query: ListQuery,
      response: { 200: shape.Activity },
    })
    .delete(
      '/api/auth/sessions',
      ({ author, client, status }) => status(204, none(endOtherSessions(ctx, author, client()))),
      { summary: 'End your other sessions', session: true, response: { 204: t.Undefined() } },
    )
    .delete(
      '/api/auth/sessions/:id',
      ({ author, params: { id }, client, dropSession, status }) => {
        if (!isUuidV7(id)) throw notFound('session')
        endSession(ctx, author, id, client())
        if (id === author.sessionId) dropSession()
        return status(204, undefined)
      },
      { summary: 'End a session', session: true, response: { 204: t.Undefined() } },
    )

/** See rules: password, emailed-links, profile. */
const accountSettings = (ctx: Ctx) => (app: Remembering) =>
  app
    .post(
      '/api/auth/password/forgot',
      ({ body, client, status }) => status(204, none(forgotPassword(ctx, body.email, client()))),
      {
        summary: 'Ask for a link to a new password',
        limit: { name: 'write', own: knownBrowser(ctx) },
        body: shape.ForgotPassword,
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/auth/password/change',
      async ({ author, body, client, keepDevice, status }) => {
        await changePassword(ctx, author, body, client())
        keepDevice(author.userId)
        return status(204, undefined)
      },
      {
        summary: 'Change your password',
        session: true,
        refuses: ['BAD_STATE'],
        body: shape.ChangePassword,
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/auth/email/verify',
      ({ body, client, status }) => status(204, none(verifyEmail(ctx, body.token, client()))),
      {
        summary: 'Verify an email address by a link',
        body: shape.VerifyEmail,
        response: { 204: t.Undefined() },
      },
    )
    .post('/api/auth/email/send', ({ author, status }) => status(204, none(mailVerification(ctx, author))), {
      summary: 'Send the link again',
      session: true,
      refuses: ['BAD_STATE'],
      response: { 204: t.Undefined() },
    })
    .post(
      '/api/auth/setup',
      ({ author, body, client, status }) => status(204, none(claimOwnership(ctx, author, body.token, client()))),
      {
        summary: 'Finish your account',
        session: true,
        refuses: ['BAD_STATE'],
        body: shape.SetUp,
        response: { 204: t.Undefined() },
      },
    )
    .post('/api/auth/artist', ({ author, status }) => status(204, none(makeMusic(ctx, author.artistId))), {
      summary: 'Become an artist',
      session: true,
      response: { 204: t.Undefined() },
    })
    .post(
      '/api/auth/handle',
      ({ author, body }) => ({ artist: toProfile(ctx, changeHandle(ctx, author, body.handle)) }),
      {
        summary: 'Change your handle',
        session: true,
        fresh: true,
        body: shape.ChangeHandle,
        response: { 200: t.Object({ artist: shape.ArtistProfile }) },
      },
    )
    .post(
      '/api/auth/update-profile',
      ({ author, body }) => ({ artist: toProfile(ctx, updateProfile(ctx, author, body)) }),
      {
        summary: 'Change your profile',
        session: true,
        body: shape.UpdateProfile,
        response: { 200: t.Object({ artist: shape.ArtistProfile }) },
      },
    )

export const account = (ctx: Ctx) => (app: Remembering) => app.use(signIn(ctx)).use(accountSettings(ctx))
