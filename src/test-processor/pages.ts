import type Stripe from 'stripe'
import { readText } from '../http/body.ts'
import { sameText } from '../lib/hmac.ts'
import { settleAccount } from './account/change.ts'
import type { Standing } from './account/kept.ts'
import { isOpen, type KeptLink } from './account/link.ts'
import { emitThin } from './event.ts'
import { page } from './page.ts'
import { authenticateIntent } from './payment-intent/confirm.ts'
import { type Desk, ownDesk, type Till } from './till.ts'

/** Whether a path leads to one of the processor's own pages, rather than to its API. */
export const isPage = (path: string): boolean => /^\/(?:three-d-secure|onboarding|receipt)\//.test(path)

const largestAnswer = 65_536
const maySend = { receipt: ['GET', 'HEAD'], other: ['GET', 'HEAD', 'POST'] } as const

/** Answers the processor's own pages (3-D Secure, onboarding, receipt), below whatever address they are shown at. */
export async function answerPage(till: Till, path: string, request: Request): Promise<Response> {
  const [, name, id = '', token = ''] = path.split('/')
  const desk = ownDesk(till, till.platform)
  const methods: readonly string[] = name === 'receipt' ? maySend.receipt : maySend.other
  if (!methods.includes(request.method)) return wrongMethod(methods.join(', '))
  const choice = request.method === 'POST' ? await readChoice(request) : undefined
  if (name === 'three-d-secure') return threeDSecure(desk, id, token, choice)
  if (name === 'onboarding') return onboarding(desk, id, choice)
  return receipt(desk, id)
}

/** The button that was pressed. Whatever the form holds besides, or is instead of a form, presses none. */
async function readChoice(request: Request): Promise<string> {
  const form = new URLSearchParams(await readText(request, largestAnswer))
  return form.get('choice') ?? ''
}

const gone = (text: string) => page({ title: 'Nothing here', text, choices: [] }, 404)

/** The page for an answer that is too long to be one of a form with a few buttons. */
export const tooLargePage = () => page({ title: 'Too much', text: 'This page takes a short form.', choices: [] }, 413)

/** The page for a fault of ours. */
export const brokenPage = () =>
  page({ title: 'Out of order', text: 'The test processor broke down here. Try again.', choices: [] }, 503)

const wrongMethod = (allow: string) =>
  page({ title: 'Nothing to send here', text: `This page takes ${allow}.`, choices: [] }, 405, { allow })

function threeDSecure(desk: Desk, id: string, token: string, choice: string | undefined): Response {
  const owner = desk.till.store.owners().find((one) => desk.till.store.book(one).payment_intent.get(id))
  const here = owner === undefined ? desk : ownDesk(desk.till, owner)
  const intent = here.book.payment_intent.get(id)
  const url = intent && challengeUrl(intent)
  if (!intent || !url || !sameText(url.split('/').at(-1) ?? '', token)) {
    return gone('This payment is not waiting for you any more.')
  }
  if (choice !== 'approve' && choice !== 'fail') {
    const text = `Your test bank asks: is this payment of ${money(intent.amount, intent.currency)} yours?`
    const choices = [
      { value: 'approve', label: 'Complete authentication' },
      { value: 'fail', label: 'Fail authentication' },
    ]
    return page({ title: '3-D Secure', text, choices })
  }
  const returnUrl = intent.next_action?.redirect_to_url?.return_url
  const after = authenticateIntent(here, intent, choice === 'approve')
  if (!returnUrl || !URL.canParse(returnUrl)) {
    const text = after.status === 'succeeded' ? 'The payment succeeded.' : 'The payment failed.'
    return page({ title: '3-D Secure', text: `${text} You can close this window.`, choices: [] })
  }
  const back = new URL(returnUrl)
  back.searchParams.set('payment_intent', intent.id)
  back.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  back.searchParams.set('redirect_status', after.status === 'succeeded' ? 'succeeded' : 'failed')
  return seeOther(back.href)
}

function challengeUrl({ next_action: action }: Stripe.PaymentIntent): string | undefined {
  const script = action?.use_stripe_sdk?.stripe_js
  return action?.redirect_to_url?.url ?? (typeof script === 'string' ? script : undefined)
}

const outcomes: Readonly<Record<string, Standing>> = {
  complete: 'onboarded',
  restrict: 'restricted',
  reject: 'rejected',
}

function onboarding(desk: Desk, id: string, choice: string | undefined): Response {
  const link = desk.book.account_link.get(id)
  if (!link) return gone('There is no such link.')
  if (!isOpen(link, desk.till.nowMs())) return leadTo(link.refreshUrl, 'This link is used up.')
  if (choice === undefined || !(Object.hasOwn(outcomes, choice) || choice === 'later')) {
    const choices = [
      { value: 'complete', label: 'Give all details' },
      { value: 'restrict', label: 'Leave details out' },
      { value: 'reject', label: 'Be rejected' },
      { value: 'later', label: 'Come back later' },
    ]
    return page({
      title: 'Set up payouts',
      text: `Test account ${link.account}. No real details are asked for.`,
      choices,
    })
  }
  desk.book.account_link.put({ ...link, isUsed: true })
  const standing = choice === 'later' ? undefined : outcomes[choice]
  if (standing) settleAccount(desk, link.account, standing)
  returned(desk, link)
  return leadTo(link.returnUrl, 'Thank you.')
}

/** Leads on to an address; where there is none that a browser can open, the page says that this is the end. */
function leadTo(url: string | null, text: string): Response {
  if (url !== null && URL.canParse(url)) return seeOther(new URL(url).href)
  return page({ title: 'Set up payouts', text: `${text} You can close this window.`, choices: [] })
}

function returned(desk: Desk, link: KeptLink): void {
  const related = { id: link.account, type: 'v2.core.account', url: `/v2/core/accounts/${link.account}` }
  const data = { account_id: link.account, configurations: ['recipient'], use_case: link.kind }
  emitThin(desk, 'v2.core.account_link.returned', related, data)
}

function receipt(desk: Desk, id: string): Response {
  const charge = desk.book.charge.get(id)
  if (!charge) return gone('There is no such receipt.')
  return page({ title: 'Receipt', text: `${money(charge.amount, charge.currency)}. No money moved.`, choices: [] })
}

const money = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const seeOther = (location: string) =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
