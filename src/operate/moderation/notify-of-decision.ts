import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { notify } from '../../account/notification/notify.ts'
import { personOf } from '../../account/person-of.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import { type Decider, decidersOf } from './deciders-of.ts'
import { answerText, groundText, redressText, ToldThing, thingText, toldThing } from './decision-text.ts'
import type { ThingKind } from './model.ts'
import { type DecisionRow, objectableMs } from './read-decisions.ts'

type News = 'taken-down' | 'given-back' | 'upheld'

export const decisionNotification = defineNotification('content-decision', {
  details: t.Object({
    id: t.String(),
    ...ToldThing,
    news: t.Union([t.Literal('taken-down'), t.Literal('given-back'), t.Literal('upheld')]),
    isAccount: t.Optional(t.Boolean()),
  }),
  message: ({ id, what, kind, news, isAccount = false }) => ({
    title: isAccount ? accountTitles()[news] : titles[news](toldThing({ what, kind })),
    text: news === 'taken-down' ? say('You can read why, and object.') : say('You can read the answer.'),
    path: `/account/decisions/${id}`,
  }),
})

const titles: Readonly<Record<News, (what: string) => string>> = {
  'taken-down': (what) => say('{what} was taken down', { what }),
  'given-back': (what) => say('{what} is back', { what }),
  upheld: (what) => say('{what} stays taken down', { what }),
}

const accountTitles = (): Readonly<Record<News, string>> => ({
  'taken-down': say('Your account is suspended'),
  'given-back': say('Your account is no longer suspended'),
  upheld: say('Your account stays suspended'),
})

export const objectionNotification = defineNotification('content-objection', {
  digest: 'news',
  details: t.Object({ id: t.String(), ...ToldThing }),
  message: (told) => ({
    title: say('Somebody objects to a decision about {what}', { what: toldThing(told) }),
    text: say('Their words wait for an answer at the desk.'),
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
  const details = { id, what: row.title, kind, news, ...(isAccount ? { isAccount } : {}) }
  notify(ctx, decisionNotification, { artistId: person.artistId, key: `${id}:${news}`, details })
  queueEmail(ctx, {
    uniqueKey: `content-decision:${id}:${news}`,
    kind: 'content-decision',
    to: { address: person.email ?? '' },
    write: () => ({
      subject: isAccount ? accountTitles()[news] : titles[news](thingText(row)),
      paragraphs:
        news === 'taken-down'
          ? statementOf(ctx, row)
          : [(isAccount ? accountAnswers() : answers())[news], answerText(row.answer ?? ''), keyToDecision(ctx, row)],
    }),
  })
}

const answers = () =>
  ({
    'given-back': say('We looked at it again and restored it. Our answer:'),
    upheld: say('We looked at it again, and it stays taken down. Our answer:'),
  }) as const

const accountAnswers = () =>
  ({
    'given-back': say('Your account is open again: you can write, publish and sell as before. Our words:'),
    upheld: say('We looked at it again, and your account stays suspended. Our answer:'),
  }) as const

const keyToDecision = ({ site }: Ctx, { id }: DecisionRow) =>
  keyTo(say('Read the decision'), `${site.origin}/account/decisions/${id}`)

/** The people who still see a thing that was taken down because of the terms. */
const seers: Readonly<Record<ThingKind, 'nobody' | 'maker' | 'buyers'>> = {
  page: 'buyers',
  track: 'buyers',
  clip: 'maker',
  comment: 'nobody',
  emoji: 'nobody',
  account: 'maker',
}

function takenText(row: DecisionRow): string {
  const [seer, thing] = [seers[row.kind], thingText(row)]
  if (seer === 'nobody') return say('We took down {thing}. Nobody can see it unless we restore it.', { thing })
  const isKept = row.ground === 'terms' && seer === 'buyers'
  return isKept
    ? say('We took down {thing}. Only its maker and people who bought it can see it, unless we restore it.', {
        thing,
      })
    : say('We took down {thing}. Only its maker can see it, unless we restore it.', { thing })
}

const suspensionText = () =>
  say(
    'We suspended your account. What you published stays to be read and heard, and you keep what you bought. Nothing of yours is sold, and you cannot comment, write letters, upload or publish, until we end this.',
  )

const statementOf = (ctx: Ctx, row: DecisionRow): string[] => [
  row.kind === 'account' ? suspensionText() : takenText(row),
  keyToDecision(ctx, row),
  say('The ground: {ground}. {basis}', { ground: groundText()[row.ground], basis: row.basis }),
  say('What we found: {facts}', { facts: row.facts }),
  row.foundBy === 'report' ? say('Somebody reported it to us.') : say('We found it ourselves; nobody reported it.'),
  say('A person decided this, not a program.'),
  say('You can object at no cost until {day}.', {
    day: new Date(row.decidedAt + objectableMs).toISOString().slice(0, 10),
  }),
  redressText(ctx),
]

/** Tells the owner, and helpers whom `mayAnswer` names, of an objection, in its transaction. */
export function notifyOfObjection(ctx: Ctx, row: DecisionRow, mayAnswer: (helper: Decider) => boolean): void {
  const details = { id: row.id, what: row.title, kind: row.kind }
  for (const artistId of decidersOf(ctx, mayAnswer)) {
    notify(ctx, objectionNotification, { artistId, key: row.id, details })
  }
}
