import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../account/notification/define-notification.ts'
import { say } from '../lib/language/say.ts'
import { sumText } from '../lib/money/money.ts'
import { listText } from '../lib/text/join-names.ts'
import { longDay } from '../lib/time/day-text.ts'
import { reasonText } from './own-reason.ts'

const drop = { id: t.String(), title: t.String() }
const sums = t.Array(t.Object({ amount: t.Integer(), currency: t.String() }))

const dropPath = (id: string) => `/drops/${id}`

/** See rule: drop-notices. */
export const entryNotification = defineNotification('drop-entry', {
  switch: 'dropJoins',
  digest: 'news',
  details: t.Object(drop),
  message: ({ id, title }, who) => ({
    title: say('{who} entered your drop', { who }),
    text: title,
    path: `/studio/drops/${id}`,
  }),
})

export const endedNotification = defineNotification('drop-ended', {
  digest: 'news',
  details: t.Object({ ...drop, until: t.Integer() }),
  message: ({ id, title, until }) => ({
    title: say('“{title}” has ended: choose its winners', { title }),
    text: say(
      'If you have not chosen by {until}, the clips with the most points win. If there are too few clips, the prize money goes back to you.',
      { until: longDay(until) },
    ),
    path: `/studio/drops/${id}`,
  }),
})

export const wonNotification = defineNotification('drop-won', {
  switch: 'rewards',
  digest: 'news',
  details: t.Object({ ...drop, place: t.Integer(), prize: sums, isReady: t.Boolean(), isTest: t.Boolean() }),
  message: ({ id, title, place, prize, isReady, isTest }) => ({
    title: say('You won place {place} in “{title}”', { place, title }),
    text: [
      listText(prize.map(sumText)),
      ...(isTest ? [say('TEST ## no real money')] : []),
      ...(isReady ? [] : [say('Tell the payment processor where to send it')]),
    ].join(' · '),
    path: isReady ? dropPath(id) : '/studio/payouts',
  }),
})

/** Notifies a winner that the prize has arrived. */
export const arrivedNotification = defineNotification('drop-arrived', {
  digest: 'money',
  details: t.Object({ ...drop, prize: sums, isTest: t.Boolean() }),
  message: ({ title, prize, isTest }) => ({
    title: say('Your {sum} has arrived', { sum: listText(prize.map(sumText)) }),
    text: say('The prize of “{title}” is paid.', { title }) + test(isTest),
    path: '/studio/payouts',
  }),
})

/** Notifies a winner that the prize still waits until they set up payouts. */
export const waitingNotification = defineNotification('drop-waiting', {
  digest: 'money',
  details: t.Object({ ...drop, prize: sums, until: t.Optional(t.Integer()), isTest: t.Boolean() }),
  message: ({ title, prize, until, isTest }) => ({
    title: say('Your prize of “{title}” waits for you', { title }),
    text: [
      say('{prize}: tell the payment processor where to send it', { prize: listText(prize.map(sumText)) }),
      ...(until === undefined ? [] : [say('It waits until {until}', { until: longDay(until) })]),
      ...(isTest ? [say('TEST ## no real money')] : []),
    ].join(' · '),
    path: '/studio/payouts',
  }),
})

const place = { ...drop, place: t.Integer(), prize: sums, isTest: t.Boolean() }

/** Notifies a former winner that their prize has gone to somebody else. */
export const lapsedNotification = defineNotification('drop-lapsed', {
  digest: 'money',
  details: t.Object(place),
  message: ({ id, title, prize, isTest }) => ({
    title: say('Your prize of “{title}” is no longer yours', { title }),
    text:
      say('{prize} waited a year for you to set up payouts, and has gone on.', {
        prize: listText(prize.map(sumText)),
      }) + test(isTest),
    path: dropPath(id),
  }),
})

export const passedNotification = defineNotification('drop-passed', {
  digest: 'news',
  details: t.Object({ ...place, isGivenUp: t.Boolean(), isBack: t.Boolean() }),
  message: ({ id, title, place, prize, isGivenUp, isBack, isTest }) => {
    const sum = listText(prize.map(sumText))
    return {
      title: isGivenUp
        ? say('The prize for place {place} of “{title}” was given up', { place, title })
        : say('Nobody took the prize for place {place} of “{title}” within a year', { place, title }),
      text:
        (isBack ? say('{sum} comes back to you.', { sum }) : say('{sum} goes to the clip that comes next.', { sum })) +
        test(isTest),
      path: `/studio/drops/${id}`,
    }
  },
})

const change = { ...drop, amount: t.Integer(), currency: t.String(), isTest: t.Boolean() }
const test = (isTest: boolean) => (isTest ? ` · ${say('TEST ## no real money')}` : '')

export const prizeNotification = defineNotification('drop-prize', {
  digest: 'money',
  details: t.Object(change),
  message: ({ title, amount, currency, isTest }) => {
    const sum = sumText({ amount: Math.abs(amount), currency })
    const text =
      amount < 0
        ? say(
            'A payment into “{title}” was disputed or refunded. What your payout account does not have of it, you owe: it is taken from what you earn next.',
            { title },
          )
        : say('What was taken back of a payment into “{title}” has come again.', { title })
    return {
      title:
        amount < 0
          ? say('{sum} of your prize was taken back', { sum })
          : say('{sum} of your prize comes back to you', { sum }),
      text: text + test(isTest),
      path: '/studio/payouts',
    }
  },
})

/**
 * Notifies an artist of the rest of a payment into their drop after winners or its refund; a
 * negative amount is its cost.
 */
export const payerNotification = defineNotification('drop-payer', {
  digest: 'money',
  details: t.Object(change),
  message: ({ title, amount, currency, isTest }) => {
    const sum = sumText({ amount: Math.abs(amount), currency })
    const path = '/studio/payouts'
    if (amount < 0) {
      const text = say(
        'Your bank reversed a payment into “{title}”, and the payment processor kept its fees. They are taken from what you earn next.',
        { title },
      )
      return { title: say('You owe {sum} for a drop of yours', { sum }), text: text + test(isTest), path }
    }
    if (amount === 0) {
      const text = say('The costs of a payment into “{title}” have been returned.', { title })
      return { title: say('You owe nothing more for a drop of yours'), text: text + test(isTest), path }
    }
    const text = say(
      '“{title}” was cancelled. Your bank did not take this back, so it is sent to your payout account.',
      { title },
    )
    return { title: say('{sum} that you paid into a drop is sent to you', { sum }), text: text + test(isTest), path }
  },
})

export const cancelledNotification = defineNotification('drop-cancelled', {
  switch: 'rewards',
  details: t.Object({ ...drop, reason: t.String() }),
  message: ({ id, title, reason }) => ({
    title: say('“{title}” was cancelled', { title }),
    text: reasonText(reason),
    path: dropPath(id),
  }),
})
