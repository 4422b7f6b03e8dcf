import { type Static, Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { notify } from '../../account/notification/notify.ts'
import { ownerOf } from '../../account/owner/make-owner.ts'
import { personOf } from '../../account/person-of.ts'
import type { Ctx } from '../../context.ts'
import { say, sayKept } from '../../lib/language/say.ts'
import { asSentence } from '../../lib/text/as-sentence.ts'
import { gap } from '../../lib/text/gap.ts'
import { keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import { checkName } from './check-names.ts'
import { type FoundRow, markTold, type News } from './findings.ts'

/** `problems` has kept messages; version 0.2 kept their words as `text`. */
const Details = t.Object({
  names: t.Array(t.String()),
  problems: t.Optional(t.Array(t.String())),
  text: t.Optional(t.String()),
})

type Told = Static<typeof Details>

const namesIn = ({ names }: Pick<Told, 'names'>): string => names.map(checkName).join(', ')

const textOf = ({ problems, text = '' }: Told): string =>
  problems === undefined ? text : problems.map((each) => asSentence(sayKept(each))).join(gap())

export const troubleNotification = defineNotification('site-trouble', {
  details: Details,
  message: (told) => ({
    title: say('Your site needs you: {names}', { names: namesIn(told) }),
    text: textOf(told),
    path: '/desk/health',
  }),
})

export const wellNotification = defineNotification('site-well', {
  details: Details,
  message: (told) => ({
    title: say('Well again on your site: {names}', { names: namesIn(told) }),
    text: textOf(told),
    path: '/desk/health',
  }),
})

function trouble({ name, problem, fix }: FoundRow): string {
  const found = asSentence(problem === null ? say('not well') : sayKept(problem))
  const first = `${asSentence(checkName(name))} ${found}`
  return fix ? `${first}\n${say('To fix it: {fix}.', { fix: sayKept(fix) })}` : first
}

/**
 * Tells the owner of the instance by bell and email what is newly wrong and what is well again,
 * each once; without an owner, later. Called in a transaction.
 */
export function notifyOwner(ctx: Ctx, news: News): void {
  const owner = ownerOf(ctx)
  if (!owner || news.bad.length + news.well.length === 0) return
  const person = personOf(ctx, owner.userId)
  if (!person) return
  const key = `${ctx.now()}`
  for (const [definition, rows] of [
    [troubleNotification, news.bad],
    [wellNotification, news.well],
  ] as const) {
    const names = rows.map(({ name }) => name)
    const problems = rows.flatMap(({ problem }) => problem ?? [])
    if (names.length > 0) notify(ctx, definition, { artistId: person.artistId, key, details: { names, problems } })
  }
  const isBad = news.bad.length > 0
  queueEmail(ctx, {
    uniqueKey: `look-over:${key}`,
    kind: 'look-over',
    to: { address: owner.email },
    write: () => ({
      subject: isBad
        ? say('{site} needs you', { site: ctx.config.site.name })
        : say('{site} is well again', { site: ctx.config.site.name }),
      paragraphs: [
        ...(isBad ? [say('Your site looked itself over and found:'), ...news.bad.map(trouble)] : []),
        ...(news.well.length > 0
          ? [say('Well again: {names}.', { names: namesIn({ names: news.well.map(({ name }) => name) }) })]
          : []),
        keyTo(say('See how your site is'), `${ctx.site.origin}/desk/health`),
      ],
    }),
  })
  markTold(ctx, news)
}
