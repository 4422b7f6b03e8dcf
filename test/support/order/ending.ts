import { hasCollected } from '../../../src/casset/access/collected.ts'
import { renderChecks, runChecks } from '../../../src/operate/doctor/run-checks.ts'
import { checks } from '../../../src/rooms.ts'
import { cassetRow } from '../casset/casset.ts'
import type { TestServer } from '../server.ts'
import { begun, confirm, settled } from '../shop/checkout.ts'
import { learnSecrets } from './market.ts'
import { gotForFree } from './order-rows.ts'
import { calm, quiet, type Run } from './run.ts'

/**
 * Serves the same folder with test payments for a while. Throws when anything that was paid before
 * counts there; what is bought there must count for nothing afterwards.
 */
export async function switchMode(run: Run): Promise<void> {
  const { deck } = run
  await deck.inTestMode(async (svc) => {
    const free = gotForFree(svc.ctx)
    for (const { userId, handle } of deck.buyers) {
      for (const { person } of deck.sellers) {
        const isFree = free.has(`${userId} ${person.cassetId}`)
        const isHeld = hasCollected(svc.ctx, person.cassetId, userId)
        if (isHeld !== isFree)
          throw new Error(`${handle} has the casset of ${person.handle} in another mode: ${isHeld}`)
      }
    }
    await buyInTestMode(svc, deck)
  })
  // The next start looks again at what waits for artists.
  await calm(run)
}

async function buyInTestMode(svc: TestServer, { buyers, sellers }: Run['deck']): Promise<void> {
  for (const buyer of buyers) {
    for (const { person } of sellers) {
      // A free thing counts in every mode, whatever was paid for it in another.
      if (cassetRow(svc, person.cassetId)?.priceMinor === 0) continue
      const body = { slug: person.handle }
      const answer = await svc.call('POST', '/api/checkout/payment-intent', { cookie: buyer.cookie, body })
      if (answer.status === 200 && /paymentIntentId/.test(answer.text)) await confirm(svc, buyer, begun(answer))
    }
  }
  await settled(svc)
}

// Checks that are slow and have nothing to do with money.
const others = new Set(['media', 'mail', 'disk', 'files'])

const looks = checks.filter(({ name }) => !others.has(name))

/**
 * Lets the doctor fix what it can, such as what came of webhooks that were lost, and all that
 * follows of it happen.
 */
export async function runDoctor(run: Run): Promise<void> {
  await runChecks(run.deck.ctx, { fix: true, looks })
  learnSecrets(run.deck.relay, run.deck.ctx)
  await quiet(run)
}

/** Lets the doctor fix what it can, and returns what it says then: nothing when all is well. */
export async function doctorFaults(run: Run): Promise<string[]> {
  await runChecks(run.deck.ctx, { fix: true, looks })
  learnSecrets(run.deck.relay, run.deck.ctx)
  await calm(run)
  const results = await runChecks(run.deck.ctx, { looks })
  return results.every(({ ok, problem = '' }) => ok || isForPeople(problem, run.deck)) ? [] : [renderChecks(results)]
}

// A payment that no processor refunds any more has to be paid back by somebody, and lost webhooks
// are told of.
const isForPeople = (problem: string, { relay }: Run['deck']): boolean =>
  problem
    .split('; ')
    .every(
      (sentence) =>
        sentence.includes('to be paid back another way') ||
        (relay.hasLost && sentence.includes('went through without an event from the processor')),
    )
