import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { tipBounds } from '../../lib/money/tip-sum.ts'
import { periodAt, periodStart } from '../../lib/time/periods.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { paymentLock } from '../../platform/payment/payment-lock.ts'
import { refuseAmount } from '../../platform/payment/refuse-sum.ts'
import { levelById } from './levels.ts'
import { changeSupport, ownSupport, type Support, tellLast } from './support.ts'
import { tellSupporter } from './support-emails.ts'

const isPaused = ({ state, restsFor }: Support): boolean => state === 'RESTING' && restsFor === 'pause'

/** Whether its supporter can change it: it goes on, and nothing is to be paid. */
export const canChange = (support: Support): boolean =>
  support.leftAt === null && (support.state === 'ACTIVE' || isPaused(support))

function refuseUnchangeable(support: Support): void {
  if (canChange(support)) return
  if (support.leftAt !== null || support.state === 'ENDED')
    throw new AppError('BAD_STATE', say('This support has ended.'))
  throw new AppError('BAD_STATE', say('This support rests.'), { hint: say('Change it once its present time is paid.') })
}

/** One at a time with what asks for its payment, which has looked at the terms. */
const alone = (ctx: Ctx, author: Viewer, id: string, change: (support: Support) => void): Promise<Support> =>
  paymentLock(ctx)(`support ${id}`, () =>
    ctx.jointly(() => {
      const support = ownSupport(ctx, author, id)
      refuseUnchangeable(support)
      change(support)
      return ownSupport(ctx, author, id)
    }),
  )

/**
 * Changes the level or the sum from the next payment on, never in the time that is paid. Those of
 * now take an earlier change back. Throws NOT_FOUND, FORBIDDEN, VALIDATION, and BAD_STATE for a
 * level of another rhythm or one that has ended, and while it rests.
 */
export const changeTerms = (
  ctx: Ctx,
  author: Viewer,
  id: string,
  { levelId, amount }: { levelId: string; amount: number },
) =>
  alone(ctx, author, id, (support) => {
    const level = levelById(ctx, levelId)
    if (!level || level.artistId !== support.artistId) throw notFound('subscription')
    const { amountMinor: least, currency, rhythm, endedAt } = level
    if (rhythm !== support.rhythm) {
      throw new AppError('BAD_STATE', say('This level is paid by another time.'), {
        hint: say('End your support, then begin it with this level.'),
      })
    }
    if (endedAt !== null || currency !== support.currency)
      throw new AppError('BAD_STATE', say('This level is no longer offered.'))
    refuseAmount(ctx, amount, { least, most: Math.max(least, tipBounds(currency).most) }, currency)
    const isAsNow = levelId === support.levelId && amount === support.amountMinor
    const next = isAsNow ? nothingNew : { nextLevelId: levelId, nextAmountMinor: amount }
    if (next.nextLevelId === support.nextLevelId && next.nextAmountMinor === support.nextAmountMinor) return
    changeSupport(ctx, id, next)
    tellLast(ctx, id)
    tellSupporter(ctx, { ...support, ...next, amountMinor: amount }, 'changed')
  })

const nothingNew = { nextLevelId: null, nextAmountMinor: null } as const

/**
 * Pauses a support for some periods after what is paid, or ends its pause: one that is over what is
 * paid goes on, and is paid, at once. Throws NOT_FOUND, FORBIDDEN, and BAD_STATE while it rests and
 * for one by the year.
 */
export const pauseSupport = (ctx: Ctx, author: Viewer, id: string, periods: number) =>
  alone(ctx, author, id, (support) => {
    const { startedAt, paidUntil, rhythm } = support
    if (startedAt === null || paidUntil === null) throw notFound('subscription')
    if (rhythm === 'year') {
      throw new AppError('BAD_STATE', say('A support by the year cannot pause.'), {
        hint: say('End it, and begin again whenever you like.'),
      })
    }
    const next = periodAt(startedAt, rhythm, paidUntil)
    const pausedUntil = periods === 0 ? null : periodStart(startedAt, rhythm, next + periods)
    if (pausedUntil === support.pausedUntil) return
    if (pausedUntil !== null && pausedUntil <= ctx.now()) throw pauseOver()
    const dueAt = isPaused(support) ? (pausedUntil ?? ctx.now()) : null
    changeSupport(ctx, id, { pausedUntil, ...(dueAt === null ? {} : { dueAt }) })
    tellLast(ctx, id)
    const goesOn = isPaused(support) ? 'goes on now' : 'goes on'
    tellSupporter(ctx, { ...support, pausedUntil }, pausedUntil === null ? goesOn : 'paused')
  })

const pauseOver = () =>
  new AppError('BAD_STATE', say('That time is over already.'), { hint: say('Choose a longer pause.') })

/**
 * Takes over what its supporter chose for the payment that is asked for now. Returns false where
 * that is no longer offered: nobody pays another sum than they were told. Called in a transaction.
 */
export function takeChange(ctx: Ctx, { id, currency, nextLevelId, nextAmountMinor, pausedUntil }: Support): boolean {
  if (nextLevelId === null || nextAmountMinor === null) {
    if (pausedUntil !== null) changeSupport(ctx, id, { pausedUntil: null })
    return true
  }
  const level = levelById(ctx, nextLevelId)
  if (!level || level.endedAt !== null || level.currency !== currency) return false
  const { name: levelName, hasStreams, hasTapes } = level
  const terms = { levelId: level.id, levelName, amountMinor: nextAmountMinor, hasStreams, hasTapes }
  changeSupport(ctx, id, { ...terms, ...nothingNew, pausedUntil: null })
  return true
}

/** Rests until the end of a pause. Called in a transaction. */
export const restUntil = (ctx: Ctx, { id }: Support, pausedUntil: number): void =>
  changeSupport(ctx, id, { state: 'RESTING', restsFor: 'pause', restsSince: null, failures: 0, dueAt: pausedUntil })
