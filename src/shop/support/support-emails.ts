import { personOf } from '../../account/person-of.ts'
import { cassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { longDay } from '../../lib/time/day-text.ts'
import { keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import type { Support } from './support.ts'
import { supportUrl } from './support-key.ts'
import { sumOfSupport } from './support-text.ts'

const usefulMs = 30 * dayMs

type News =
  | 'announced'
  | 'announced again'
  | 'refused for now'
  | 'needs a card'
  | 'bank asks'
  | 'waits for artist'
  | 'changed'
  | 'paused'
  | 'goes on'
  | 'goes on now'
  | 'ended by supporter'
  | 'ended by artist'
  | 'ended unpaid'

type About = { artist: string; sum: string; day: string; goesOn: string; page: string; pay: string }

type Words = { subject: string; says: string[] }

const endIt = ({ page }: About): string => keyTo(say('See it or end it'), page)

const yearly = (about: About): Words => ({
  subject: say('On {day}: {sum} for {artist}', about),
  says: [
    say('On {day} your support of {artist} goes on for another year: {sum} is taken from your card.', about),
    say('If you do not want that, end it before: one press is enough.'),
    endIt(about),
  ],
})

const words: Readonly<Record<News, (about: About) => Words>> = {
  announced: yearly,
  'announced again': yearly,
  'refused for now': (about) => ({
    subject: say('Your support of {artist}: not paid yet', about),
    says: [
      say(
        'Your bank did not pay {sum} for {artist}. We ask it again in the next days; you need not do anything.',
        about,
      ),
      keyTo(say('Pay it with another card'), about.pay),
      say('To end your support instead:\n{page}', about),
    ],
  }),
  'needs a card': (about) => ({
    subject: say('Your support of {artist} needs another card', about),
    says: [
      say(
        'Your card does not pay {sum} for {artist} any more, so your support rests. You keep what you have; nothing new comes. After 30 days it ends automatically.',
        about,
      ),
      keyTo(say('Pay it with another card'), about.pay),
      say('To end your support instead:\n{page}', about),
    ],
  }),
  'bank asks': (about) => ({
    subject: say('Confirm your support of {artist}', about),
    says: [
      say(
        'Your bank wants you to confirm {sum} for {artist} yourself. Until then your support rests; after 30 days it ends automatically.',
        about,
      ),
      keyTo(say('Confirm it'), about.pay),
      say('To end your support instead:\n{page}', about),
    ],
  }),
  'waits for artist': (about) => ({
    subject: say('Your support of {artist} rests', about),
    says: [
      say(
        '{artist} cannot be paid here right now, so nothing is taken from your card. It goes on automatically once they can, from that day.',
        about,
      ),
      endIt(about),
    ],
  }),
  changed: (about) => ({
    subject: say('Your support of {artist}: {sum}', about),
    says: [
      say(
        'From {goesOn} on, {sum} is taken from your card for {artist}, until you end it. Nothing is taken before.',
        about,
      ),
      endIt(about),
    ],
  }),
  paused: (about) => ({
    subject: say('Your support of {artist} pauses', about),
    says: [
      say(
        'What you have paid runs to its end. Then nothing is taken from your card until {goesOn}, when {sum} is.',
        about,
      ),
      endIt(about),
    ],
  }),
  'goes on': (about) => ({
    subject: say('Your support of {artist} goes on', about),
    says: [
      say('It no longer pauses: {sum} is taken from your card when what you have paid is over.', about),
      endIt(about),
    ],
  }),
  'goes on now': (about) => ({
    subject: say('Your support of {artist} goes on', about),
    says: [say('It no longer pauses: {sum} is taken from your card now.', about), endIt(about)],
  }),
  'ended by supporter': (about) => ({
    subject: say('You have ended your support of {artist}', about),
    says: [
      say(
        'Nothing more is taken from your card. What you have paid runs to {day}, and what you got to keep stays yours.',
        about,
      ),
    ],
  }),
  'ended by artist': (about) => ({
    subject: say('Your support of {artist} has ended', about),
    says: [
      say(
        '{artist} no longer offers what you supported them with. Nothing more is taken from your card, and what you got to keep stays yours.',
        about,
      ),
    ],
  }),
  'ended unpaid': (about) => ({
    subject: say('Your support of {artist} has ended', about),
    says: [
      say(
        'It was not paid for 30 days, so it has ended. Nothing more is taken from your card, and what you got to keep stays yours. You can begin again whenever you like.',
      ),
    ],
  }),
}

/** News of what supporters do themselves, as often as they like. */
const chosen: ReadonlySet<News> = new Set(['changed', 'paused', 'goes on', 'goes on now'])

/**
 * Tells a supporter by email, once for a period. `name`: that of an artist who has left, whose
 * account no longer says it. Called in the transaction of its cause.
 */
export function tellSupporter(ctx: Ctx, support: Support, news: News, name?: string): void {
  const reader = personOf(ctx, support.userId)
  if (!reader?.email) return
  const { artist } = cassetForSale(ctx, support.cassetId)
  const { origin } = ctx.site
  queueEmail(ctx, {
    uniqueKey: `support:${support.id}:${chosen.has(news) ? ctx.uuid() : `${support.paidUntil} ${support.failures} ${news}`}`,
    kind: 'support',
    cassetId: support.cassetId,
    to: { address: reader.email },
    write() {
      const { subject, says } = words[news]({
        artist: name ?? artist.displayName,
        sum: sumOfSupport(support),
        day: longDay(support.paidUntil ?? ctx.now()),
        goesOn: longDay(Math.max(support.paidUntil ?? ctx.now(), support.pausedUntil ?? 0)),
        page: supportUrl(ctx, support),
        pay: `${origin}/checkout/${artist.handle}/support`,
      })
      return { subject, paragraphs: says }
    },
    usefulUntil: ctx.now() + usefulMs,
  })
}
