import { say } from '../language/say.ts'

const reasons = () =>
  new Map([
    ['bank_cannot_process', say('their bank could not process the payment')],
    ['check_returned', say('their bank returned the payment')],
    ['credit_not_processed', say('they say that a refund was promised and did not come')],
    ['customer_initiated', say('they asked their bank for the money back')],
    ['debit_not_authorized', say('they say that they did not allow this debit')],
    ['duplicate', say('they say that they paid twice for the same thing')],
    ['fraudulent', say('they say that it was not them who paid')],
    ['general', say('their bank gives no reason')],
    ['incorrect_account_details', say('the account that paid was not the right one')],
    ['insufficient_funds', say('there was not enough money in the account that paid')],
    ['noncompliant', say('their bank says that a rule of the card network was broken')],
    ['product_not_received', say('they say that they did not get what they paid for')],
    ['product_unacceptable', say('they say that it was not as described')],
    ['subscription_canceled', say('they say that they had cancelled')],
    ['unrecognized', say('they do not recognise the payment on their statement')],
  ])

/** Returns a dispute's reason as a sentence's end: "they say that it was not them who paid". */
export const disputeReason = (reason: string): string => reasons().get(reason) ?? say('their bank gives no reason')

const advice = () =>
  new Map([
    ['credit_not_processed', say('Say what was agreed about a refund, and add the messages between you.')],
    ['duplicate', say('Say what each of the two payments was for.')],
    ['product_not_received', say('Show that the music was in their account right after the payment.')],
    ['product_unacceptable', say('Show how your page describes the music, and add the messages between you.')],
  ])

export const disputeAdvice = (reason: string): string =>
  advice().get(reason) ??
  say('Show that they have an account here and got what they paid for, and add what they wrote to you.')
