import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { longDay } from '../../lib/time/day-text.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { priceOfQuote, quoteOfRequest } from '../license/quote/save-quote.ts'
import { manifestOf, signedVersionById } from '../read-version.ts'
import type { RequestRow } from './request.ts'

/**
 * Queues the email with the artist's answer; `before` is the state that it was answered in. It
 * greets nobody by the name that they gave, as anybody can give the address of somebody else.
 * Called in the transaction of the answer.
 */
export function notifyRequester(ctx: Ctx, request: RequestRow, before: RequestRow['state']): void {
  const { id, releaseId, releaseVersionId, email, state, message, scopes, createdAt, expiresAt, language } = request
  const version = signedVersionById(ctx, releaseId, releaseVersionId)
  if (!version) throw new Error(`The version ${releaseVersionId} of a request is not signed.`)
  const { release, artist } = manifestOf(version)
  const quote = quoteOfRequest(ctx, id)
  const price = state === 'GRANTED' && quote ? priceOfQuote(quote) : null
  const page = `${ctx.site.origin}/requests/${id}`
  queueEmail(ctx, {
    uniqueKey: `license-answer:${id}:${state}`,
    kind: 'license-answer',
    to: { address: email, language },
    write() {
      const { handle, displayName } = artist
      const asked = { handle, title: release.title, uses: scopes.join(', '), day: longDay(createdAt) }
      const [subject, says] = price
        ? [
            say('Yes: a license of “{title}”', { title: release.title }),
            say(
              '{displayName} (@{handle}) says yes to your request for a license of “{title}” ({uses}), asked for on {day}.',
              { ...asked, displayName },
            ),
          ]
        : before === 'GRANTED'
          ? [
              say('Taken back: a license of “{title}”', { title: release.title }),
              say(
                '@{handle} has taken back the yes to your request for a license of “{title}” ({uses}), asked for on {day}.',
                asked,
              ),
            ]
          : [
              say('No license of “{title}”', { title: release.title }),
              say('@{handle} says no to your request for a license of “{title}” ({uses}), asked for on {day}.', asked),
            ]
      const until = quote ? longDay(quote.expiresAt) : ''
      return {
        subject,
        paragraphs: [
          says,
          ...(message === null ? [] : [say('They write:\n{message}', { message })]),
          price
            ? say('It costs {price}, for a year. Read the terms and pay here, until {until}:\n{page}', {
                price: sumText(price),
                until,
                page,
              })
            : say('Your request:\n{page}', { page }),
          say(
            'Whoever has this link can read the answer, pay it, and delete the request. If you did not ask for anything, ignore this email.',
          ),
        ],
      }
    },
    usefulUntil: expiresAt,
  })
}
