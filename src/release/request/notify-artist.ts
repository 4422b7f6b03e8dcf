import { Type as t } from '@sinclair/typebox'
import { and, count, eq, gt } from 'drizzle-orm'
import { licenseRequests } from '../../../db/schema/release/request.ts'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { emailReaderOf } from '../../account/notification/email-reader.ts'
import { notify } from '../../account/notification/notify.ts'
import { artistOf } from '../../casset/artist-of.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { manifestOf } from '../read-version.ts'
import type { VisibleRelease } from '../visible-release.ts'
import type { RequestRow } from './request.ts'

/** Somebody asks for a license. It does not name them, as it outlives a withdrawn request. */
export const licenseNotification = defineNotification('license-asked', {
  namesOthers: true,
  details: t.Object({ releaseId: t.String(), title: t.String(), scopes: t.Array(t.String()) }),
  message: ({ releaseId, title, scopes }) => ({
    title: say('Somebody asks for a license of “{title}”', { title }),
    text: say('For {list}', { list: scopes.join(', ') }),
    path: `/studio/releases/${releaseId}#requests`,
  }),
})

const mostADay = 20

/**
 * Tells the artist of a request, by notification and email: only of a number a day for each
 * release, so that nobody can bury them (rule: asking). Called in the transaction of the request,
 * once it is stored.
 */
export function notifyArtist(ctx: Ctx, release: VisibleRelease, request: RequestRow): void {
  const { id, releaseId, scopes, createdAt } = request
  const isOfToday = and(eq(licenseRequests.releaseId, releaseId), gt(licenseRequests.createdAt, createdAt - dayMs))
  const asked = ctx.db.select({ requests: count() }).from(licenseRequests).where(isOfToday).get()
  if ((asked?.requests ?? 0) > mostADay) return
  const artist = artistOf(ctx, release.cassetId)
  const { title } = manifestOf(release.version).release
  notify(ctx, licenseNotification, { artistId: artist.id, key: id, details: { releaseId, title, scopes } })
  const to = emailReaderOf(ctx, artist.userId)
  if (!to) return
  const { unsubscribeUrl, ...reader } = to
  queueEmail(ctx, {
    uniqueKey: `license-asked:${id}:artist`,
    kind: 'license-asked',
    to: reader,
    write: () => ({
      subject: say('A request for a license of “{title}”', { title }),
      paragraphs: [
        requestText(request, title),
        say('Answer it here, with a price or with a no:\n{origin}/studio/releases/{releaseId}#requests', {
          origin: ctx.site.origin,
          releaseId,
        }),
        say('They get your answer by email. Your addresses stay private.'),
      ],
      below: [say('To get no more of these emails: {unsubscribeUrl}', { unsubscribeUrl })],
    }),
    unsubscribeUrl,
  })
}

function requestText(
  { name, agent, scopes, intendedUse, offerMinor, offerCurrency }: RequestRow,
  title: string,
): string {
  const lines = [
    say('{name} asks for a license of “{title}”: {list}.', { name, title, list: scopes.join(', ') }),
    ...(agent === null ? [] : [say('Sent by the program of {agent}.', { agent })]),
    ...(intendedUse === null ? [] : [say('They write: {intendedUse}', { intendedUse })]),
    ...(offerMinor === null || offerCurrency === null
      ? []
      : [say('They offer {sum}.', { sum: sumText({ amount: offerMinor, currency: offerCurrency }) })]),
  ]
  return lines.join('\n')
}
