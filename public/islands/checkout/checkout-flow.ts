import { type ReadonlySignal, signal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { Agreement } from '../../../src/order/shape.ts'
import { api } from '../../lib/api.ts'
import type { Form } from '../../lib/form.ts'
import { type Trouble, troubleOf } from '../../lib/trouble.ts'
import type { Intent, Outcome, PaymentFields, Way } from '../../payment/payment-fields.ts'
import { readRefusal } from '../../payment/read-refusal.ts'
import { askVerdict } from './ask-verdict.ts'
import { type Choice, type Goods, isSameChoice } from './goods.ts'
import { forgetTexts } from './kept-text.ts'
import { openOrder } from './open-order.ts'

export type Step =
  | { kind: 'form' }
  | { kind: 'verifying' }
  | { kind: 'failed'; text: string; retry: () => void }
  | { kind: 'redirecting'; url: string; onReturn: () => void }
  /** `replace`: lets the payer pay another way than with the waiting voucher. */
  | { kind: 'pending'; text: string; replace: (() => void) | null }
  /** `paymentId` leads to the receipt; null when nothing was paid. */
  | { kind: 'done'; paymentId: string | null }

type Order = Intent & { choice: Choice; keeps: boolean; isUnclear: boolean }

const moved = () => say('The price has changed. Nothing was taken: load the page again to see it.')
const backed = () => say('Your bank declined the payment. Nothing was taken: try again, or use another card.')

type Terms = {
  /** To what the payer agrees; null until they have ticked it. */
  agrees: ReadonlySignal<Agreement | undefined | null>
  /** Whether the payer wants to use the card again during this visit. */
  keeps: ReadonlySignal<boolean>
}

/**
 * The course of one checkout. An order is placed once for a choice and paid through one intent.
 * After a lost answer, the server is asked for the state before anything is paid again.
 */
export function createCheckoutFlow(goods: Goods, form: Form, { agrees, keeps }: Terms) {
  const step = signal<Step>({ kind: 'form' })
  const paymentFields = signal<PaymentFields | null>(null)
  let order: Order | null = null
  let way: Way = 'form'
  let replacesVoucher = false
  let isLeft = false

  const finish = (paymentId: string | null) => {
    openOrder.forget(goods.path)
    forgetTexts(goods.path)
    // A payment without an account has no receipt page.
    step.value = { kind: 'done', paymentId: goods.verdictOf ? null : paymentId }
    goods.onPaid?.()
  }
  const forget = () => {
    order = null
    openOrder.forget(goods.path)
  }
  const fail = (why: string, retry: () => void) => {
    step.value = { kind: 'failed', text: why, retry }
  }

  const wait = ({ text, field }: Trouble) => {
    const replace = () => {
      replacesVoucher = true
      forget()
      step.value = { kind: 'form' }
    }
    step.value = { kind: 'pending', text, replace: field === 'replaceVoucher' ? replace : null }
  }

  /** Returns whether it is unpaid, so that paying may continue. */
  async function settle(paymentIntentId: string, retry: () => void): Promise<boolean> {
    step.value = { kind: 'verifying' }
    const verdict = await (goods.verdictOf ?? askVerdict)(paymentIntentId)
    if (isLeft) return false
    if (verdict.kind === 'yours') finish(paymentIntentId)
    if (verdict.kind === 'pending') wait(verdict.trouble)
    if (verdict.kind === 'unknown') fail(verdict.text, retry)
    if (verdict.kind !== 'unpaid') return false
    if (verdict.isOpen && order) order.isUnclear = false
    if (!verdict.isOpen) forget()
    step.value = { kind: 'form' }
    return true
  }

  async function place(choice: Choice): Promise<Order | null> {
    const { data, error } = await goods.order(choice, {
      ...(replacesVoucher ? { replaceVoucher: true } : {}),
      ...(agrees.value == null ? {} : { agrees: agrees.value }),
    })
    if (error) {
      const { isUnclear, trouble } = readRefusal(error)
      // Ordering pays nothing, so this can simply be tried again.
      if (isUnclear) fail(trouble.text, retry)
      else if (trouble.field === 'replaceVoucher') wait(trouble)
      else form.refuse(trouble.field, trouble.field === 'amount' ? moved() : trouble.text)
      return null
    }
    if (!('clientSecret' in data)) {
      finish(null)
      return null
    }
    const isLower = data.amount < choice.amount && goods.lower !== undefined
    if ((data.amount !== choice.amount && !isLower) || data.currency !== goods.currency) {
      form.refuse('amount', moved())
      return null
    }
    if (isLower) goods.lower?.(data.amount)
    const { paymentIntentId, clientSecret } = data
    openOrder.keep(goods.path, paymentIntentId)
    replacesVoucher = false
    if (keeps.value && !(await keepCard(paymentIntentId))) return null
    const agreed = { ...choice, amount: data.amount }
    return { paymentIntentId, clientSecret, choice: agreed, keeps: keeps.value, isUnclear: false }
  }

  async function keepCard(paymentIntentId: string): Promise<boolean> {
    const { error } = await api.checkout['kept-card'].post({ paymentIntentId })
    if (error) form.refuse('keeps', troubleOf(error).text)
    return error === null
  }

  async function take(placed: Order, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'refused') return form.refuse(outcome.field, outcome.text)
    placed.isUnclear = true
    if (isLeft) return
    if (outcome.kind === 'redirect') {
      const onReturn = () => void resume(placed.paymentIntentId, true)
      step.value = { kind: 'redirecting', url: outcome.url, onReturn }
      return location.assign(outcome.url)
    }
    if (outcome.kind === 'unknown') return fail(outcome.text, retry)
    if (await settle(placed.paymentIntentId, retry))
      form.refuse(null, say('The payment did not go through. Try again.'))
  }

  async function attempt(): Promise<void> {
    const choice = readChoice()
    if (!choice) return
    const missing = choice.amount === 0 ? null : await paymentFields.value?.check(way)
    if (missing === undefined) return
    if (missing) return form.refuse(missing.field, missing.text)
    if (order?.isUnclear && !(await settle(order.paymentIntentId, retry))) return
    order = order?.keeps === keeps.value && isSameChoice(order.choice, choice) ? order : await place(choice)
    if (order && order.choice.amount < choice.amount) {
      // The price has fallen since the page was loaded: the fields take the lower sum.
      const wrong = await paymentFields.value?.check(way)
      if (wrong) return form.refuse(wrong.field, wrong.text)
    }
    if (order && paymentFields.value) await take(order, await paymentFields.value.pay(order, way))
  }

  /** Returns the choice in the form; null when the form says what is wrong with it. */
  function readChoice(): Choice | null {
    const choice = goods.read()
    if ('field' in choice) {
      form.refuse(choice.field, choice.text)
      return null
    }
    if (choice.amount === 0 || agrees.value !== null) return choice
    form.refuse('agrees', say('Tick this first: without it nothing is delivered.'))
    return null
  }

  /** One payment at a time. Returns whether it was paid, or may have been. */
  async function pay(by: Way): Promise<boolean> {
    if (form.busy.value) return false
    way = by
    form.busy.value = true
    form.trouble.value = null
    step.value = { kind: 'form' }
    try {
      await attempt()
    } finally {
      form.busy.value = false
    }
    return step.value.kind !== 'form'
  }
  const retry = () => void pay(way)

  /**
   * Asks for the state of a payment that was started before this page was loaded, on the way back
   * from a bank or by a reload.
   */
  async function resume(paymentIntentId: string, isBack: boolean): Promise<void> {
    const again = () => void resume(paymentIntentId, isBack)
    if ((await settle(paymentIntentId, again)) && isBack) form.refuse(null, backed())
  }

  /** The payer has gone to another page: the order waits, open, for when they come back. */
  const leave = () => {
    isLeft = true
  }

  return { step, paymentFields, readChoice, pay, resume, leave }
}

export type CheckoutFlow = ReturnType<typeof createCheckoutFlow>
