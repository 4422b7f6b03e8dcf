import { signal } from '@preact/signals'
import type { Form } from '../../lib/form.ts'
import type { Trouble } from '../../lib/trouble.ts'
import { readRefusal } from '../../payment/read-refusal.ts'
import type { Intent, Outcome, Till } from '../../payment/till.ts'
import { askVerdict } from './ask-verdict.ts'
import { type Goods, isSameWish, type Wish } from './goods.ts'
import { openOrder } from './open-order.ts'

/** What the payer sees: the form, a wait, the way to their bank, a jam, a payment that takes its time, or the end. */
export type Step =
  | { is: 'form' }
  | { is: 'asking' }
  | { is: 'jammed'; text: string; retry: () => void }
  | { is: 'leaving'; url: string; comeBack: () => void }
  /** `replace`: what lets the payer pay another way than by the voucher that waits. */
  | { is: 'pending'; text: string; replace: (() => void) | null }
  /** `paymentId`: what its receipt is found by; null when nothing was paid. */
  | { is: 'done'; paymentId: string | null }

type Order = Intent & { wish: Wish; isUnclear: boolean }

const moved = 'The price has changed. Nothing was taken: load the page again to see it.'
const backed = 'Your bank declined the payment. Nothing was taken: try again, or use another card.'

/**
 * The course of one checkout. An order is placed once for a wish and paid through one intent; after an answer that
 * got lost, the server is asked what became of it before anything is paid again.
 */
export function createCounter(goods: Goods, form: Form) {
  const step = signal<Step>({ is: 'form' })
  const till = signal<Till | null>(null)
  let order: Order | null = null
  let replacesVoucher = false

  const finish = (paymentId: string | null) => {
    openOrder.forget(goods.path)
    step.value = { is: 'done', paymentId }
    goods.onPaid?.()
  }
  const forget = () => {
    order = null
    openOrder.forget(goods.path)
  }
  const jam = (why: string, retry: () => void) => {
    step.value = { is: 'jammed', text: why, retry }
  }

  const wait = ({ text, field }: Trouble) => {
    const replace = () => {
      replacesVoucher = true
      forget()
      step.value = { is: 'form' }
    }
    step.value = { is: 'pending', text, replace: field === 'replaceVoucher' ? replace : null }
  }

  /** Settles what can be settled about a payment. Answers whether it is unpaid, so that paying may go on. */
  async function settle(paymentIntentId: string, retry: () => void): Promise<boolean> {
    step.value = { is: 'asking' }
    const verdict = await askVerdict(paymentIntentId)
    if (verdict.is === 'yours') finish(paymentIntentId)
    if (verdict.is === 'pending') wait(verdict.trouble)
    if (verdict.is === 'unknown') jam(verdict.text, retry)
    if (verdict.is !== 'unpaid') return false
    if (verdict.isOpen && order) order.isUnclear = false
    if (!verdict.isOpen) forget()
    step.value = { is: 'form' }
    return true
  }

  async function place(wish: Wish): Promise<Order | null> {
    const { data, error } = await goods.order(wish, replacesVoucher ? { replaceVoucher: true } : {})
    if (error) {
      const { isUnclear, trouble } = readRefusal(error)
      // Nothing is paid by ordering, so this may simply be tried again.
      if (isUnclear) jam(trouble.text, pay)
      else if (trouble.field === 'replaceVoucher') wait(trouble)
      else form.refuse(trouble.field, trouble.field === 'amount' ? moved : trouble.text)
      return null
    }
    if (!('clientSecret' in data)) {
      finish(null)
      return null
    }
    if (data.amount !== wish.amount || data.currency !== goods.currency) {
      form.refuse('amount', moved)
      return null
    }
    const { paymentIntentId, clientSecret } = data
    openOrder.keep(goods.path, paymentIntentId)
    replacesVoucher = false
    return { paymentIntentId, clientSecret, wish, isUnclear: false }
  }

  async function take(placed: Order, outcome: Outcome): Promise<void> {
    if (outcome.is === 'refused') return form.refuse(outcome.field, outcome.text)
    placed.isUnclear = true
    if (outcome.is === 'elsewhere') {
      const comeBack = () => void resume(placed.paymentIntentId, true)
      step.value = { is: 'leaving', url: outcome.url, comeBack }
      return location.assign(outcome.url)
    }
    if (outcome.is === 'unknown') return jam(outcome.text, pay)
    if (await settle(placed.paymentIntentId, pay)) form.refuse(null, 'The payment did not go through. Try again.')
  }

  async function attempt(): Promise<void> {
    const wish = goods.read()
    if ('field' in wish) return form.refuse(wish.field, wish.text)
    const missing = wish.amount === 0 ? null : await till.value?.check()
    if (missing === undefined) return
    if (missing) return form.refuse(missing.field, missing.text)
    if (order?.isUnclear && !(await settle(order.paymentIntentId, pay))) return
    order = order && isSameWish(order.wish, wish) ? order : await place(wish)
    if (order && till.value) await take(order, await till.value.pay(order))
  }

  /** Pays, one at a time. */
  function pay(): void {
    if (form.busy.value) return
    form.busy.value = true
    form.trouble.value = null
    step.value = { is: 'form' }
    attempt().finally(() => {
      form.busy.value = false
    })
  }

  /** Asks after a payment that was begun before this page was loaded, on the way back from a bank or by a reload. */
  async function resume(paymentIntentId: string, isBack: boolean): Promise<void> {
    const again = () => void resume(paymentIntentId, isBack)
    if ((await settle(paymentIntentId, again)) && isBack) form.refuse(null, backed)
  }

  return { step, till, pay, resume }
}

export type Counter = ReturnType<typeof createCounter>
