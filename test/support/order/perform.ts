import { hourMs } from '../../../src/lib/time/calendar.ts'
import { changeAccount, changeCasset, changeTracks, failPayout, payOut, releaseTape } from '../books/selling.ts'
import { authenticate, buy, claim, finish, leave, pay, redeem, take } from './buying.ts'
import { runDoctor } from './ending.ts'
import { download, giveBack } from './giving-back.ts'
import { changeHour, getMoneyBack } from './hours.ts'
import { answered, ask, dayMs, letPass, pick, type Run } from './run.ts'
import type { Step } from './steps.ts'
import { answer, cancelRefund, dispute, failRefund, moveDispute, refund, refundByArtist } from './taking-back.ts'

/**
 * Does a step, or begins it when the next one does not wait. A step may be refused, or be lost with
 * a crash.
 */
export async function perform(run: Run, step: Step): Promise<void> {
  const { deck } = run
  if (!deck.movesClock && needsClock.has(step.do)) return
  if (step.do === 'travel') deck.relay.travel = step.how
  else if (step.do === 'release') await deck.relay.release(step.order)
  else if (step.do === 'repeat') await deck.relay.repeat(step.nth)
  else if (step.do === 'outage') deck.processor.outages.push(...step.next)
  else if (step.do === 'tick') await letPassTime(run, step.ms)
  else if (step.do === 'rate') await deck.processor.test.setExchangeRate(step.currency, step.usd)
  else if (step.do === 'crash') await deck.crash()
  else if (step.do === 'copy') deck.copy()
  else if (step.do === 'restore') await restore(run, step.runsDoctor)
  else {
    const done = act(run, step).catch(letPass)
    run.underWay.push(done)
    if (!('waits' in step) || step.waits) await done
  }
}

/**
 * Lets time pass. No request lasts for an hour: somebody who gives something back has their answer
 * by then. After a day jobs have all their answers as well.
 */
async function letPassTime({ deck, underWay }: Run, ms: number): Promise<void> {
  if (ms >= hourMs) await Promise.all(underWay)
  if (ms >= dayMs) {
    await deck.idle()
    await answered(deck)
  }
  deck.tick(ms)
}

async function restore(run: Run, runsDoctor: boolean): Promise<void> {
  if (!(await run.deck.restore())) return
  run.restores += 1
  if (runsDoctor) await runDoctor(run)
}

/**
 * The reasons for which the program tries again later than a run lasts where its clock cannot be
 * moved.
 */
const needsClock = new Set<Step['do']>(['outage', 'pay out', 'account', 'answer', 'bill', 'release tape'])

type Road = 'travel' | 'release' | 'repeat' | 'outage' | 'tick' | 'rate' | 'crash' | 'copy' | 'restore'

async function act(run: Run, step: Exclude<Step, { do: Road }>): Promise<void> {
  const { begun } = run
  switch (step.do) {
    case 'buy':
      return buy(run, step)
    case 'pay':
    case 'authenticate':
    case 'verify': {
      const chosen = pick(begun, step.nth)
      if (!chosen) return
      if (step.do === 'pay') return pay(run, chosen, step.card)
      if (step.do === 'authenticate') return authenticate(run, chosen, step.approves)
      const body = { paymentIntentId: chosen.id }
      return void (await ask(run, 'POST', '/api/checkout/verify', chosen.buyer, body))
    }
    case 'finish':
      return finish(run, step)
    case 'code': {
      const seller = pick(run.deck.sellers, step.seller)
      return seller && redeem(run, step.buyer, seller)
    }
    case 'claim': {
      const guests = begun.filter(({ goods }) => goods.isGuest)
      const chosen = pick(guests, step.nth)
      return chosen && claim(run, chosen, step.buyer)
    }
    case 'take': {
      const given = begun.filter(({ goods }) => goods.take)
      const chosen = pick(given, step.nth)
      return chosen && take(run, chosen, step.buyer)
    }
    case 'money back': {
      const chosen = pick(begun, step.nth)
      return chosen && getMoneyBack(run, chosen)
    }
    case 'give back': {
      const chosen = pick(begun, step.nth)
      return chosen && giveBack(run, chosen)
    }
    case 'download': {
      const chosen = pick(begun, step.nth)
      return chosen && download(run, chosen)
    }
    case 'hour':
    case 'open now':
    case 'call off':
      return changeHour(run, step)
    case 'leave':
      return leave(run, step.buyer)
    case 'refund':
      return refund(run, step)
    case 'refund by artist':
      return refundByArtist(run, step)
    case 'fail refund':
      return failRefund(run, step)
    case 'cancel refund':
      return cancelRefund(run, step)
    case 'dispute':
      return dispute(run, step)
    case 'answer':
      return answer(run, step)
    case 'move dispute':
      return moveDispute(run, step)
    case 'account':
      return changeAccount(run, step)
    case 'pay out':
      if (step.afterMs > 0) await letPassTime(run, step.afterMs)
      return payOut(run, step)
    case 'bill':
      run.bills += 1
      return run.deck.processor.test.billConnect()
    case 'fail payout':
      return failPayout(run, step)
    case 'price':
      return changeCasset(run, step.seller, { price: step.price })
    case 'publish':
      return changeCasset(run, step.seller, { published: step.isPublished })
    case 'release tape':
      return releaseTape(run, step)
    case 'tracks':
      return changeTracks(run, step)
  }
}
