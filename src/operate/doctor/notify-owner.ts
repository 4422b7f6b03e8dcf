import { Type as t } from '@sinclair/typebox'
import { ownerOf } from '../../account/make-owner.ts'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { notify } from '../../account/notification/notify.ts'
import { personOf } from '../../account/person-of.ts'
import type { Ctx } from '../../context.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { type FoundRow, markTold, type News } from './findings.ts'

const Details = t.Object({ names: t.Array(t.String()), text: t.String() })

/** Something of the site that newly needs to be fixed. It has an email of its own. */
export const troubleNotification = defineNotification('site-trouble', {
  details: Details,
  message: ({ names, text }) => ({ title: `Your site needs you: ${names.join(', ')}`, text, path: '/desk/health' }),
})

/** Something of the site that is well again. It has an email of its own. */
export const wellNotification = defineNotification('site-well', {
  details: Details,
  message: ({ names, text }) => ({ title: `Well again on your site: ${names.join(', ')}`, text, path: '/desk/health' }),
})

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

const trouble = ({ name, problem, fix }: FoundRow): string =>
  [`${sentence(name)} ${sentence(problem ?? 'not well')}`, fix ? `To fix it: ${fix}.` : ''].join('\n').trim()

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
    const text = rows.flatMap(({ problem }) => (problem === null ? [] : [sentence(problem)])).join(' ')
    if (names.length > 0) notify(ctx, definition, { artistId: person.artistId, key, details: { names, text } })
  }
  const isBad = news.bad.length > 0
  queueEmail(ctx, {
    uniqueKey: `look-over:${key}`,
    kind: 'look-over',
    to: { name: person.displayName, address: owner.email },
    write: () => ({
      subject: isBad ? `${ctx.config.site.name} needs you` : `${ctx.config.site.name} is well again`,
      paragraphs: [
        ...(isBad ? ['Your site looked itself over and found:', ...news.bad.map(trouble)] : []),
        ...(news.well.length > 0 ? [`Well again: ${news.well.map(({ name }) => name).join(', ')}.`] : []),
        `All of it is at ${ctx.site.origin}/desk/health`,
      ],
    }),
  })
  markTold(ctx, news)
}
