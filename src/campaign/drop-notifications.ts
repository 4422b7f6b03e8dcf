import { Type as t } from '@sinclair/typebox'
import { writeMoney } from '../lib/money.ts'
import { defineNotification } from '../notification/define-notification.ts'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const drop = { id: t.String(), title: t.String() }
const sums = t.Array(t.Object({ amount: t.Integer(), currency: t.String() }))

const dropPath = (id: string) => `/drops/${id}`

/** Somebody has entered one's drop. */
export const entryNotification = defineNotification('drop-entry', {
  switch: 'dropJoins',
  letter: 'news',
  details: t.Object(drop),
  words: ({ id, title }, who) => ({
    title: `${who} entered your drop`,
    text: title,
    path: `/studio/drops/${id}`,
  }),
})

/** One's drop has ended, and its winners are to be chosen. */
export const endedNotification = defineNotification('drop-ended', {
  letter: 'news',
  details: t.Object({ ...drop, until: t.Integer() }),
  words: ({ id, title, until }) => ({
    title: `“${title}” has ended: choose its winners`,
    text: `If you have not by ${day.format(until)}, the prize money goes back to you.`,
    path: `/studio/drops/${id}`,
  }),
})

/** One's clip has won. */
export const wonNotification = defineNotification('drop-won', {
  switch: 'rewards',
  letter: 'news',
  details: t.Object({ ...drop, place: t.Integer(), prize: sums, isReady: t.Boolean(), isTest: t.Boolean() }),
  words: ({ id, title, place, prize, isReady, isTest }) => ({
    title: `You won place ${place} in “${title}”`,
    text: [
      prize.map(writeMoney).join(' and '),
      ...(isTest ? ['TEST'] : []),
      ...(isReady ? [] : ['Tell the payment processor where to send it']),
    ].join(' · '),
    path: isReady ? dropPath(id) : '/studio/payouts',
  }),
})

/** A drop that one took part in ended without winners. */
export const cancelledNotification = defineNotification('drop-cancelled', {
  switch: 'rewards',
  details: t.Object({ ...drop, reason: t.String() }),
  words: ({ id, title, reason }) => ({ title: `“${title}” was cancelled`, text: reason, path: dropPath(id) }),
})
