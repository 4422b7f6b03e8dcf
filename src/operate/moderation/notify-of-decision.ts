import { Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { artists, users } from '../../../db/schema/account/account.ts'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { notify } from '../../account/notification/notify.ts'
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
  }),
  message: ({ id, what, news }) => ({
    title: titles[news](what),
    text: news === 'taken-down' ? 'You can read why, and object.' : 'You can read the answer.',
    path: `/account/decisions/${id}`,
  }),
})

const titles: Readonly<Record<News, (what: string) => string>> = {
  'taken-down': (what) => `${what} was taken down`,
  'given-back': (what) => `${what} is back`,
  upheld: (what) => `${what} stays taken down`,
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
  const { id, userId } = row
  if (userId === null) return
  const person = ctx.db
    .select({ artistId: artists.id, name: artists.displayName, address: users.email })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(eq(users.id, userId))
    .get()
  if (!person) return
  const what = thingText(row)
  notify(ctx, decisionNotification, { artistId: person.artistId, key: `${id}:${news}`, details: { id, what, news } })
  queueEmail(ctx, {
    uniqueKey: `content-decision:${id}:${news}`,
    kind: 'content-decision',
    to: { name: person.name, address: person.address ?? '' },
    subject: titles[news](what),
    paragraphs: news === 'taken-down' ? statementOf(ctx, row) : [answers[news], row.answer ?? '', linkTo(ctx, row)],
  })
}

const answers = {
  'given-back': 'We looked at it again and gave it back. Our answer:',
  upheld: 'We looked at it again, and it stays taken down. Our answer:',
} as const

const linkTo = ({ site }: Ctx, { id }: DecisionRow) => `${site.origin}/account/decisions/${id}`

/** The people who still see a thing that was taken down because of the terms. */
const seers: Readonly<Record<ThingKind, 'nobody' | 'maker' | 'buyers'>> = {
  page: 'buyers',
  track: 'buyers',
  clip: 'maker',
  comment: 'nobody',
  emoji: 'nobody',
}

function whoSees({ kind, ground }: DecisionRow): string {
  const seer = seers[kind]
  if (seer === 'nobody') return 'Nobody sees it now'
  const isKept = ground === 'terms' && seer === 'buyers'
  return `Nobody sees it now but whoever made it${isKept ? ' or bought it' : ''}`
}

const statementOf = (ctx: Ctx, row: DecisionRow): string[] => [
  `We took down ${thingText(row)}. ${whoSees(row)}, until we give it back.`,
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
