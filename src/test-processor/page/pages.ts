import type Stripe from 'stripe'
import { sameText } from '../../lib/hash/hmac.ts'
import { readText } from '../../platform/http/request/body.ts'
import type { OnboardingStatus } from '../account/account.ts'
import { isOpen, type StoredLink } from '../account/link.ts'
import { setOnboardingStatus } from '../account/update-account.ts'
import { type AccountContext, backgroundContext } from '../context.ts'
import { emitThinEvent } from '../event/event.ts'
import { authenticateIntent } from '../payment-intent/confirm.ts'
import { finishPayment } from '../payment-intent/delayed.ts'
import type { Server } from '../server.ts'
import { renderPage } from './render-page.ts'

export const isPagePath = (path: string): boolean =>
  /^\/(?:three-d-secure|onboarding|receipt|voucher|express)\//.test(path)

const maxFormBytes = 65_536
const allowedMethods = { receipt: ['GET', 'HEAD'], other: ['GET', 'HEAD', 'POST'] } as const

/**
 * Returns one of the processor's own pages: 3-D Secure, onboarding, receipt, voucher or dashboard.
 * Throws AppError for a long form.
 */
export async function handlePage(server: Server, path: string, request: Request): Promise<Response> {
  const [, name, id = '', token = ''] = path.split('/')
  const ctx = backgroundContext(server, server.platform)
  const methods: readonly string[] = name === 'receipt' ? allowedMethods.receipt : allowedMethods.other
  if (!methods.includes(request.method)) return methodNotAllowedPage(methods.join(', '))
  const choice = request.method === 'POST' ? await readChoice(request) : undefined
  if (name === 'three-d-secure') return threeDSecure(ctx, id, token, choice)
  if (name === 'onboarding') return onboarding(ctx, id, choice)
  if (name === 'voucher') return voucher(ctx, id, choice)
  if (name === 'express') return express(ctx, id)
  return receipt(ctx, id)
}

/** Returns the value of the pressed button, or an empty string when the body is no such form. */
async function readChoice(request: Request): Promise<string> {
  const form = new URLSearchParams(await readText(request, maxFormBytes))
  return form.get('choice') ?? ''
}

const notFoundPage = (text: string) => renderPage({ title: 'Nothing here', text, choices: [] }, 404)

export const tooLargePage = () =>
  renderPage({ title: 'Too much', text: 'This page takes a short form.', choices: [] }, 413)

export const internalErrorPage = () =>
  renderPage({ title: 'Out of order', text: 'The test processor broke down here. Try again.', choices: [] }, 503)

const methodNotAllowedPage = (allow: string) =>
  renderPage({ title: 'Nothing to send here', text: `This page takes ${allow}.`, choices: [] }, 405, { allow })

function threeDSecure(ctx: AccountContext, id: string, token: string, choice: string | undefined): Response {
  const owner = ctx.server.stores.ownerOf('payment_intent', id)
  const ownerCtx = owner === undefined ? ctx : backgroundContext(ctx.server, owner)
  const intent = ownerCtx.store.payment_intent.get(id)
  const url = intent && challengeUrl(intent)
  if (!intent || !url || !sameText(url.split('/').at(-1) ?? '', token)) {
    return notFoundPage('This payment is not waiting for you any more.')
  }
  const returnUrl = intent.next_action?.redirect_to_url?.return_url
  if (choice !== 'approve' && choice !== 'fail') {
    const text = `Your test bank asks: is this payment of ${money(intent.amount, intent.currency)} yours?${wayBack(returnUrl)}`
    const choices = [
      { value: 'approve', label: 'Complete authentication' },
      { value: 'fail', label: 'Fail authentication' },
    ]
    return renderPage({ title: '3-D Secure', text, choices })
  }
  const after = authenticateIntent(ownerCtx, intent, choice === 'approve')
  if (!returnUrl || !URL.canParse(returnUrl)) {
    const text = after.status === 'succeeded' ? 'The payment succeeded.' : 'The payment failed.'
    return renderPage({ title: '3-D Secure', text: `${text} You can close this window.`, choices: [] })
  }
  const back = new URL(returnUrl)
  back.searchParams.set('payment_intent', intent.id)
  back.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  back.searchParams.set('redirect_status', after.status === 'succeeded' ? 'succeeded' : 'failed')
  return seeOther(back.href)
}

const wayBack = (url: string | null | undefined) => (url ? ' Each answer takes you back to where you came from.' : '')

function challengeUrl({ next_action: action }: Stripe.PaymentIntent): string | undefined {
  const script = action?.use_stripe_sdk?.stripe_js
  return action?.redirect_to_url?.url ?? (typeof script === 'string' ? script : undefined)
}

const outcomes: Readonly<Record<string, OnboardingStatus>> = {
  complete: 'onboarded',
  restrict: 'restricted',
  reject: 'rejected',
}

function onboarding(ctx: AccountContext, id: string, choice: string | undefined): Response {
  const link = ctx.store.account_link.get(id)
  if (!link) return notFoundPage('There is no such link.')
  if (!isOpen(link, ctx.server.nowMs())) return redirectOrEnd(link.refreshUrl, 'This link was already used.')
  if (choice === undefined || !(Object.hasOwn(outcomes, choice) || choice === 'later')) {
    const choices = [
      { value: 'complete', label: 'Give all details' },
      { value: 'restrict', label: 'Leave details out' },
      { value: 'reject', label: 'Be rejected' },
      { value: 'later', label: 'Come back later' },
    ]
    return renderPage({
      title: 'Set up payouts',
      text: `Test account ${link.account}. No real details are asked for.${wayBack(link.returnUrl)}`,
      choices,
    })
  }
  ctx.store.account_link.put({ ...link, isUsed: true })
  const status = choice === 'later' ? undefined : outcomes[choice]
  if (status) setOnboardingStatus(ctx, link.account, status)
  emitLinkReturned(ctx, link)
  return redirectOrEnd(link.returnUrl, 'Thank you.')
}

/** Redirects to the URL; without a valid one, returns a page that says the flow is finished. */
function redirectOrEnd(url: string | null, text: string): Response {
  if (url !== null && URL.canParse(url)) return seeOther(new URL(url).href)
  return renderPage({ title: 'Set up payouts', text: `${text} You can close this window.`, choices: [] })
}

function emitLinkReturned(ctx: AccountContext, link: StoredLink): void {
  const related = { id: link.account, type: 'v2.core.account', url: `/v2/core/accounts/${link.account}` }
  const data = { account_id: link.account, configurations: ['recipient'], use_case: link.kind }
  emitThinEvent(ctx, 'v2.core.account_link.returned', related, data)
}

function voucher(ctx: AccountContext, id: string, choice: string | undefined): Response {
  const intent = ctx.store.payment_intent.get(id)
  if (!intent?.next_action?.boleto_display_details) return notFoundPage('This voucher was paid or has expired.')
  if (choice !== 'pay' && choice !== 'expire') {
    const choices = [
      { value: 'pay', label: 'Pay it at the counter' },
      { value: 'expire', label: 'Let it expire' },
    ]
    return renderPage({ title: 'Voucher', text: `${money(intent.amount, intent.currency)} are to be paid.`, choices })
  }
  finishPayment(ctx, id, choice === 'pay' ? 'succeeded' : 'failed')
  const text = choice === 'pay' ? 'The voucher is paid.' : 'The voucher has expired.'
  return renderPage({ title: 'Voucher', text: `${text} You can close this window.`, choices: [] })
}

function express(ctx: AccountContext, id: string): Response {
  const account = ctx.store.account.get(id)
  if (!account) return notFoundPage('There is no such account.')
  const text = `Test account ${id}, paid in ${account.currency.toUpperCase()}. At Stripe, bank details and tax forms are here.`
  return renderPage({ title: 'Dashboard', text, choices: [] })
}

function receipt(ctx: AccountContext, id: string): Response {
  const charge = ctx.store.charge.get(id)
  if (!charge) return notFoundPage('There is no such receipt.')
  return renderPage({
    title: 'Receipt',
    text: `${money(charge.amount, charge.currency)}. No money moved.`,
    choices: [],
  })
}

const money = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const seeOther = (location: string) =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
