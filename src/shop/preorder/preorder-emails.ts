import { notify } from '../../account/notification/notify.ts'
import { personOf } from '../../account/person-of.ts'
import { linksOfGuest } from '../../books/receipt/emails.ts'
import { openingOf, openingText } from '../../casset/access/opening.ts'
import { cassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { pagePath } from '../../lib/text/slug.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import { tellTakerOfOpening } from '../gift/taker-emails.ts'
import { preorderNotification } from './preorder-notification.ts'
import { isRefundable, type Preordered } from './preordered.ts'
import { returnableUntil } from './return-money.ts'

const usefulMs = 180 * dayMs

/** News of a preorder: what happened, and when (ms). `fromAt`: the hour before it moved (ms). */
export type PreorderNews = {
  cassetId: string
  what: 'opened' | 'moved' | 'calledOff'
  at: number
  fromAt?: number | undefined
  /** The names of the tape and its artist as they were: those of a deleted account are erased. */
  name?: string | undefined
  artist?: string | undefined
}

type Told = {
  name: string
  artist: string
  slug: string
  opensAt: number | null
  opensZone: string | null
  /** Returns the hour at which it opens, in words; empty once it is open or called off. */
  hour(): string
}

export function toldOf(ctx: Ctx, { cassetId, name, artist: artistName }: PreorderNews): Told {
  const { casset, artist } = cassetForSale(ctx, cassetId)
  const { opensAt, opensZone } = openingOf(ctx, cassetId)
  return {
    name: name ?? casset.name,
    artist: artistName ?? artist.displayName,
    slug: artist.handle,
    opensAt,
    opensZone,
    hour: () => (opensAt === null ? '' : openingText(ctx, opensAt, opensZone)),
  }
}

/**
 * Tells one buyer the news of a preorder, once: by email, and on the bell of their account. A guest
 * gets their links with it. Of a gift its payer is told what concerns their money, and its holder
 * what concerns the music. Called in a transaction.
 */
export function notifyBuyer(ctx: Ctx, news: PreorderNews, told: Told, { order, holderId, isGift }: Preordered): void {
  const isOpened = news.what === 'opened'
  const readers = new Set(isOpened ? [holderId] : isGift ? [order.userId, holderId] : [holderId])
  for (const userId of readers) {
    if (userId !== null) notifyAccount(ctx, news, told, { order, userId, isPayer: !isGift || userId === order.userId })
  }
  if (isGift && isOpened && holderId === null) {
    tellTakerOfOpening(ctx, order, news.at, () => ({
      subject: subjectOf(news, told),
      paragraphs: saysOf(ctx, news, told, null),
    }))
  }
  const isOfGuest = order.userId === null && order.buyerEmail
  if (!isOfGuest || (isGift ? isOpened : holderId !== null)) return
  queueEmail(ctx, {
    // The kind of a guest's links, which are put in when it is sent.
    uniqueKey: `guest-links:${order.id}:${news.what} ${news.at}`,
    kind: 'guest-links',
    cassetId: order.cassetId,
    orderId: order.id,
    to: { address: order.buyerEmail ?? '', language: order.language },
    write: () => ({ subject: subjectOf(news, told), paragraphs: [...saysOf(ctx, news, told, order), linksOfGuest] }),
    usefulUntil: ctx.now() + usefulMs,
  })
}

type Reader = Pick<Preordered, 'order'> & { userId: string; isPayer: boolean }

function notifyAccount(ctx: Ctx, news: PreorderNews, told: Told, { order, userId, isPayer }: Reader): void {
  const reader = personOf(ctx, userId)
  if (!reader) return
  const { what, at } = news
  const { name, slug, opensAt, opensZone } = told
  notify(ctx, preorderNotification, {
    artistId: reader.artistId,
    key: `${order.id} ${what} ${at}`,
    details: { what, name, slug, opensAt, opensZone },
  })
  if (!reader.email) return
  queueEmail(ctx, {
    uniqueKey: `preorder:${order.id}:${what} ${at}:${userId}`,
    kind: 'preorder',
    cassetId: order.cassetId,
    orderId: order.id,
    to: { address: reader.email },
    write: () => ({
      subject: subjectOf(news, told),
      paragraphs: [...saysOf(ctx, news, told, isPayer ? order : null), ...wayOf(ctx, news, slug)],
    }),
    usefulUntil: ctx.now() + usefulMs,
  })
}

function subjectOf({ what }: PreorderNews, { name, hour }: Told): string {
  if (what === 'opened') return say('{name} is open', { name })
  return what === 'moved' ? say('{name} opens {hour}', { name, hour: hour() }) : say('{name} was called off', { name })
}

/** `order`: what its payer ordered; null for somebody whom it was given. */
function saysOf(ctx: Ctx, news: PreorderNews, told: Told, order: Preordered['order'] | null): string[] {
  const { name, artist, opensZone, hour } = told
  const tape = say('{name} by {artist}', { name, artist })
  if (news.what === 'opened') return [say('{tape} is open: all of it is yours now, to hear and to download.', { tape })]
  if (news.what === 'calledOff') {
    const isPaid = order !== null && isRefundable(ctx, order)
    return [
      isPaid
        ? say(
            '{tape} was called off before it opened, so nobody gets it. All that you paid goes back to you; banks take about a week. We are sorry.',
            { tape },
          )
        : say('{tape} was called off before it opened, so nobody gets it. We are sorry.', { tape }),
    ]
  }
  const mayReturn = order !== null && returnableUntil(ctx, order) !== null
  return [
    news.fromAt === undefined
      ? say('{tape} opens {hour}. Its artist moved it.', { tape, hour: hour() })
      : say('{tape} opens {hour}, not {before}. Its artist moved it.', {
          tape,
          hour: hour(),
          before: openingText(ctx, news.fromAt, opensZone),
        }),
    ...(mayReturn
      ? [say('If that is too late for you, have your money back: until it opens, one press does it.')]
      : []),
  ]
}

/** A tape that was called off is in no library any more. */
function wayOf({ site: { origin } }: Ctx, { what }: PreorderNews, slug: string): string[] {
  if (what === 'calledOff') return []
  return what === 'opened'
    ? [
        keyTo(say('Download'), `${origin}/library`),
        say('Hear it:\n{page} ## the page of a casset', { page: `${origin}${pagePath(slug)}` }),
      ]
    : [keyTo(say('See your order'), `${origin}/library`)]
}
