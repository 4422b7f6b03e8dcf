import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { longDay } from '../../lib/time/day-text.ts'
import { spend } from '../../platform/http/limiter.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { priceOfQuote, quoteOfRequest } from '../license/quote/save-quote.ts'
import type { RequestRow } from './request.ts'

/**
 * Queues the email with the artist's answer; `before` is the state that it was answered in. Anybody
 * can ask with the address of somebody else: so the artist's words are on its page alone, it greets
 * nobody by the name that was given, and it comes of artists with a confirmed address, so many a
 * day. Called in the transaction of the answer. Throws RATE_LIMIT.
 */
export function notifyRequester(ctx: Ctx, author: Viewer, request: RequestRow, before: RequestRow['state']): void {
  if (!author.emailVerified) return
  spend(ctx.limiter, 'license-answer', author.artistId)
  const { id, email, state, scopes, createdAt, expiresAt, language } = request
  const quote = quoteOfRequest(ctx, id)
  const price = state === 'GRANTED' && quote ? priceOfQuote(quote) : null
  const page = `${ctx.site.origin}/requests/${id}`
  queueEmail(ctx, {
    uniqueKey: `license-answer:${id}:${state}`,
    kind: 'license-answer',
    to: { address: email, language },
    write() {
      const asked = { handle: author.handle, uses: scopes.join(', '), day: longDay(createdAt) }
      const until = quote ? longDay(quote.expiresAt) : ''
      const { subject, says } = answerText(asked, price !== null, before)
      return {
        subject,
        paragraphs: [
          says,
          price
            ? say('It costs {price}, for a year. Read the terms and pay here, until {until}:\n{page}', {
                price: sumText(price),
                until,
                page,
              })
            : say('Read the answer:\n{page}', { page }),
          say(
            'Whoever has this link can read the answer, pay it, and delete the request. If you did not ask for anything, ignore this email.',
          ),
        ],
      }
    },
    usefulUntil: expiresAt,
  })
}

type Asked = { handle: string; uses: string; day: string }

function answerText(asked: Asked, isYes: boolean, before: RequestRow['state']): { subject: string; says: string } {
  const { handle } = asked
  if (isYes) {
    return {
      subject: say('@{handle} says yes to a license', { handle }),
      says: say('@{handle} says yes to your request for a license ({uses}), asked for on {day}.', asked),
    }
  }
  if (before === 'GRANTED') {
    return {
      subject: say('@{handle} takes back the yes to a license', { handle }),
      says: say('@{handle} has taken back the yes to your request for a license ({uses}), asked for on {day}.', asked),
    }
  }
  return {
    subject: say('@{handle} says no to a license', { handle }),
    says: say('@{handle} says no to your request for a license ({uses}), asked for on {day}.', asked),
  }
}
