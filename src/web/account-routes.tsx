import { Elysia, t } from 'elysia'
import type { ComponentChildren } from 'preact'
import { artistOf, toProfile } from '../account/artist.ts'
import { listSessions } from '../account/session.ts'
import type { Ctx } from '../context.ts'
import { guard } from '../http/guard.ts'
import type { Viewer } from '../http/session.ts'
import { sameOriginPath } from '../lib/same-origin-path.ts'
import { listActivity } from '../security/activity.ts'
import { answerPage } from './answer-page.tsx'
import { AccountPage } from './page/account/page.tsx'
import { SetUpPage, VerifyPage } from './page/account-verify/page.tsx'
import { LoginPage } from './page/login/page.tsx'
import { ResetPage } from './page/reset/page.tsx'
import { SignupPage } from './page/signup/page.tsx'
import { seeOther, toLogin } from './see-other.ts'

const afterSignIn = '/studio'
const listedSessions = 100
const listedActivity = 5

const Next = t.Object({ next: t.Optional(t.String()) }, { additionalProperties: true })

/** The pages of an account (rules 3.3, 3.6, 3.7): the way in, the mailed links, and the account itself. */
export const accountPages = (ctx: Ctx) =>
  new Elysia({ name: 'account-pages' })
    .use(guard(ctx))
    .get('/login', ({ request, query, viewer }) => loginPage(ctx, request, viewer, query.next), { query: Next })
    .get('/signup', ({ request, query, viewer }) => signupPage(ctx, request, viewer, query.next), { query: Next })
    .get('/reset', ({ request, viewer }) => resetPage(ctx, request, viewer))
    .get('/setup', ({ request, viewer }) => setUpPage(ctx, request, viewer))
    .get('/account/verify', ({ request, viewer }) => verifyPage(ctx, request, viewer))
    .get('/account', ({ request, viewer }) => (viewer ? accountPage(ctx, request, viewer) : toLogin('/account')))

type Plain = { title: string; description: string; path: string; main: ComponentChildren }

const plainPage = (ctx: Ctx, request: Request, viewer: Viewer | null, { title, main, ...head }: Plain) =>
  answerPage(ctx, request, viewer, {
    head: { ...head, title: `${title} · Tapedeck`, isHidden: true, sheet: 'counter' },
    main,
  })

function loginPage(ctx: Ctx, request: Request, viewer: Viewer | null, raw: string | undefined): Response {
  const next = sameOriginPath(raw, afterSignIn)
  if (viewer) return seeOther(next)
  return plainPage(ctx, request, viewer, {
    title: 'Sign in',
    description: 'Sign in to your deck.',
    path: '/login',
    main: <LoginPage next={next} signUpPath={withNext('/signup', next)} />,
  })
}

function signupPage(ctx: Ctx, request: Request, viewer: Viewer | null, raw: string | undefined): Response {
  const next = sameOriginPath(raw, afterSignIn)
  if (viewer) return seeOther(next)
  return plainPage(ctx, request, viewer, {
    title: 'Record your own',
    description: 'One account, one casset: your page, your music, your price.',
    path: '/signup',
    main: (
      <SignupPage
        next={next}
        host={new URL(ctx.site.origin).host}
        registration={ctx.config.registration}
        loginPath={withNext('/login', next)}
      />
    ),
  })
}

const withNext = (path: string, next: string) =>
  next === afterSignIn ? path : `${path}?next=${encodeURIComponent(next)}`

const resetPage = (ctx: Ctx, request: Request, viewer: Viewer | null) =>
  plainPage(ctx, request, viewer, {
    title: 'A new password',
    description: 'Choose a new password.',
    path: '/reset',
    main: <ResetPage hasMail={ctx.mailer !== undefined} />,
  })

const setUpPage = (ctx: Ctx, request: Request, viewer: Viewer | null) =>
  plainPage(ctx, request, viewer, {
    title: 'Set up',
    description: 'Who owns this deck?',
    path: '/setup',
    main: <SetUpPage isSignedIn={viewer !== null} />,
  })

const verifyPage = (ctx: Ctx, request: Request, viewer: Viewer | null) =>
  plainPage(ctx, request, viewer, {
    title: 'Your address',
    description: 'Confirm your address.',
    path: '/account/verify',
    main: <VerifyPage isSignedIn={viewer !== null} />,
  })

function accountPage(ctx: Ctx, request: Request, viewer: Viewer): Response {
  const { sessions } = listSessions(ctx, viewer, listedSessions)
  const activity = listActivity(ctx, viewer.userId, listedActivity)
  return plainPage(ctx, request, viewer, {
    title: 'Account',
    description: 'Your papers.',
    path: '/account',
    main: (
      <AccountPage
        viewer={viewer}
        profile={toProfile(ctx, artistOf(ctx, viewer.userId))}
        sessions={sessions}
        activity={activity}
      />
    ),
  })
}
