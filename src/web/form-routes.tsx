import { t } from 'elysia'
import type { ComponentChildren } from 'preact'
import { chooseLanguage } from '../account/language.ts'
import { knownActor } from '../account/session/device.ts'
import { logOut } from '../account/session/log-out.ts'
import type { Remembering } from '../account/session/session-cookie.ts'
import { logIn } from '../account/sign-in/log-in.ts'
import { confirmOptIn } from '../audience/opt-in/confirm-opt-in.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { longestPassword } from '../lib/account/password-rule.ts'
import { secondStepPath } from '../lib/account/second-step-path.ts'
import { sameOriginPath } from '../lib/address/same-origin-path.ts'
import { Text } from '../lib/text/code-points.ts'
import { longest } from '../lib/text/longest.ts'
import { languageCookieOf } from '../platform/http/request/language.ts'
import { readWithdrawal, withdraw } from '../shop/withdrawal/withdraw.ts'
import { answerPage } from './answer-page.tsx'
import { MailingListPage, mailingListHead } from './page/mailing-list.tsx'
import { LoginPage, loginHead, offersSignUp } from './page/sign-in/login.tsx'
import { UnsubscribePage, unsubscribeHead } from './page/unsubscribe.tsx'
import { ConfirmPage, nameForPayer, WithdrawnPage, WithdrawPage, withdrawHead } from './page/withdraw.tsx'
import { seeOther } from './page.tsx'
import { doorsOf } from './parts/frame/doors.tsx'
import { endEmailsOf, endsOfKey } from './parts/sign-up/ends-of-key.ts'
import { nextPath } from './parts/sign-up/form-layout.tsx'
import { readOffer } from './parts/sign-up/read-offer.ts'

const SignIn = t.Object({
  email: t.String({ maxLength: longest.email }),
  password: Text({ maxLength: longestPassword }),
})

/** Returns the page of this site from which a form was sent; the home page if that is unknown. */
function pageBefore({ headers }: Request): string {
  const referrer = URL.parse(headers.get('referer') ?? '')
  return referrer ? sameOriginPath(referrer.pathname + referrer.search, '/') : '/'
}

/** A browser that the account knows has a bucket of its own (rule: password-attempts). */
const knownBrowser = (ctx: Ctx) => (request: Request, body: unknown) => knownActor(ctx, request, body)

/**
 * Signing in and out by plain HTML forms, for browsers without scripts (rule: without-scripts); and
 * unsubscribing from emails, which mail programs do by themselves (rules: digest-emails,
 * consent-end); and withdrawing from a contract (rule: withdrawal-function).
 */
export const formRoutes = (ctx: Ctx) => (app: Remembering) =>
  app
    .post(
      '/login',
      async ({ request, body, client, keepSession, keepDevice }) => {
        const next = nextPath(new URL(request.url).searchParams.get('next') ?? undefined)
        try {
          const loggedIn = await logIn(ctx, body, client())
          if ('secondStep' in loggedIn) return seeOther(secondStepPath(next, loggedIn.secondStep))
          keepSession(loggedIn.token)
          keepDevice(loggedIn.account.user.id)
          return seeOther(next)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          const { status, told } = error
          const doors = doorsOf(ctx.config.providers)
          const { offer, giftFault } = readOffer(ctx, next)
          const main = (
            <LoginPage
              {...{ next, told, doors, offer, giftFault }}
              canSignUp={offersSignUp(ctx, next)}
              email={body.email}
            />
          )
          return answerPage(ctx, request, null, { head: loginHead(offer), main, status })
        }
      },
      {
        limit: { name: 'auth', own: knownBrowser(ctx) },
        body: SignIn,
        detail: { hide: true },
      },
    )
    .post(
      '/logout',
      ({ viewer, client, dropSession }) => {
        logOut(ctx, viewer, client())
        dropSession()
        return seeOther('/')
      },
      { detail: { hide: true } },
    )
    .post(
      '/language',
      ({ request, viewer, body: { language } }) => {
        const chosen = chooseLanguage(ctx, viewer, language)
        const answer = seeOther(pageBefore(request))
        answer.headers.append('set-cookie', languageCookieOf(ctx, chosen))
        return answer
      },
      {
        body: t.Object({ language: t.String({ maxLength: 20 }) }),
        detail: { hide: true },
      },
    )
    .post(
      '/unsubscribe',
      ({ request, viewer, query: { key } }) => {
        const ends = endsOfKey(ctx, key)
        if (!ends || !endEmailsOf(ctx, key)) throw notFound('email')
        const main = <UnsubscribePage action="/unsubscribe" isDone={true} ends={ends} />
        return answerPage(ctx, request, viewer, { head: unsubscribeHead(), main })
      },
      { query: t.Object({ key: t.String({ maxLength: 100 }) }), detail: { hide: true } },
    )
    .post(
      '/withdraw',
      async ({ request, viewer, body: { confirmed, ...said } }) => {
        const answer = (main: ComponentChildren, status = 200) =>
          answerPage(ctx, request, viewer, { head: withdrawHead(), main, status, isPrivate: true })
        try {
          if (confirmed !== 'yes') {
            const { email, orderNumber: order, what } = readWithdrawal(said)
            return answer(<ConfirmPage said={{ email, order, what }} name={nameForPayer(ctx, viewer, order)} />)
          }
          const withdrawal = await withdraw(ctx, viewer, said)
          return answer(<WithdrawnPage withdrawal={withdrawal} hasMail={ctx.mailer !== undefined} />)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          return answer(<WithdrawPage said={said} told={error.told} />, error.status)
        }
      },
      {
        limit: 'email-by-guest',
        body: t.Object({
          email: t.String({ maxLength: longest.email }),
          order: t.String({ maxLength: 100 }),
          what: Text({ maxLength: longest.withdrawal }),
          confirmed: t.Optional(t.Literal('yes')),
        }),
        detail: { hide: true },
      },
    )
    .post(
      '/mailing-list',
      ({ request, viewer, query: { key } }) => {
        const asked = confirmOptIn(ctx, key)
        const main = <MailingListPage asked={asked} action="/mailing-list" />
        return answerPage(ctx, request, viewer, { head: mailingListHead(), main })
      },
      { query: t.Object({ key: t.String({ maxLength: 100 }) }), detail: { hide: true } },
    )
