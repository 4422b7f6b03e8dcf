import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { notify } from '../../account/notification/notify.ts'
import { personOf } from '../../account/person-of.ts'
import type { Ctx } from '../../context.ts'
import { ownerArtist } from '../../money/seller/owner-artist.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { groundText, thingText } from './decision-text.ts'
import type { ThingKind } from './model.ts'
import { type DecisionRow, objectableMs } from './read-decisions.ts'

type News = 'taken-down' | 'given-back' | 'upheld'

/** A decision of the site about something of the reader's. It has an email of its own. */
export const decisionNotification = defineNotification('content-decision', {
  details: t.Object({
    id: t.String(),
    what: t.String(),
    news: t.Union([t.Literal('taken-down'), t.Literal('given-back'), t.Literal('upheld')]),
    isAccount: t.Optional(t.Boolean()),
  }),
  message: ({ id, what, news, isAccount = false }) => ({
    title: isAccount ? accountTitles[news] : titles[news](what),
    text: news === 'taken-down' ? 'You can read why, and object.' : 'You can read the answer.',
    path: `/account/decisions/${id}`,
  }),
})

const titles: Readonly<Record<News, (what: string) => string>> = {
  'taken-down': (what) => `${what} was taken down`,
  'given-back': (what) => `${what} is back`,
  upheld: (what) => `${what} stays taken down`,
}

const accountTitles: Readonly<Record<News, string>> = {
  'taken-down': 'Your account is suspended',
  'given-back': 'Your account is no longer suspended',
  upheld: 'Your account stays suspended',
}

/** An objection to a decision, for the owner of the instance. */
export const objectionNotification = defineNotification('content-objection', {
  digest: 'news',
  details: t.Object({ id: t.String(), what: t.String() }),
  message: ({ what }) => ({
    title: `Somebody objects to a decision about ${what}`,
    text: 'Their words wait for an answer at the desk.',
    path: '/desk/decisions?state=objected',
  }),
})

/** Notifies the maker of a decision by bell and email. Called in the transaction of its cause. */
export function notifyMaker(ctx: Ctx, row: DecisionRow, news: News): void {
  const { id, userId, kind } = row
  const isAccount = kind === 'account'
  if (userId === null) return
  const person = personOf(ctx, userId)
  if (!person) return
  const what = thingText(row)
  const details = { id, what, news, ...(isAccount ? { isAccount } : {}) }
  notify(ctx, decisionNotification, { artistId: person.artistId, key: `${id}:${news}`, details })
  queueEmail(ctx, {
    uniqueKey: `content-decision:${id}:${news}`,
    kind: 'content-decision',
    to: { name: person.displayName, address: person.email ?? '' },
    write: () => ({
      subject: isAccount ? accountTitles[news] : titles[news](what),
      paragraphs:
        news === 'taken-down'
          ? statementOf(ctx, row)
          : [(isAccount ? accountAnswers : answers)[news], row.answer ?? '', linkTo(ctx, row)],
    }),
  })
}

const answers = {
  'given-back': 'We looked at it again and gave it back. Our answer:',
  upheld: 'We looked at it again, and it stays taken down. Our answer:',
} as const

const accountAnswers = {
  'given-back': 'Your account is open again: you can write, publish and sell as before. Our words:',
  upheld: 'We looked at it again, and your account stays suspended. Our answer:',
} as const

const linkTo = ({ site }: Ctx, { id }: DecisionRow) => `${site.origin}/account/decisions/${id}`

/** The people who still see a thing that was taken down because of the terms. */
const seers: Readonly<Record<ThingKind, 'nobody' | 'maker' | 'buyers'>> = {
  page: 'buyers',
  track: 'buyers',
  clip: 'maker',
  comment: 'nobody',
  emoji: 'nobody',
  account: 'maker',
}

function whoSees({ kind, ground }: DecisionRow): string {
  const seer = seers[kind]
  if (seer === 'nobody') return 'Nobody sees it now'
  const isKept = ground === 'terms' && seer === 'buyers'
  return `Nobody sees it now but whoever made it${isKept ? ' or bought it' : ''}`
}

const suspensionText =
  'We suspended your account. What you published stays to be read and heard, and you keep what you bought. Nothing of yours is sold, and you cannot comment, write letters, upload or publish, until we end this.'

const statementOf = (ctx: Ctx, row: DecisionRow): string[] => [
  row.kind === 'account' ? suspensionText : `We took down ${thingText(row)}. ${whoSees(row)}, until we give it back.`,
  `The ground: ${groundText[row.ground]}. ${row.basis}`,
  `What we found: ${row.facts}`,
  row.foundBy === 'report' ? 'Somebody reported it to us.' : 'We found it ourselves; nobody reported it.',
  'A person decided this, not a program.',
  `You can object at no cost until ${new Date(row.decidedAt + objectableMs).toISOString().slice(0, 10)}: ${linkTo(ctx, row)}`,
  'You can also turn to a certified body for settling such disputes out of court, or to a court.',
]

/** Tells the owner of the instance of an objection. Called in its transaction. */
export function notifyOfObjection(ctx: Ctx, row: DecisionRow): void {
  const artistId = ownerArtist(ctx)
  if (artistId === undefined) return
  notify(ctx, objectionNotification, { artistId, key: row.id, details: { id: row.id, what: thingText(row) } })
}
