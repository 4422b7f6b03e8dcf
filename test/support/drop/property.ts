import fc from 'fast-check'
import type { Deck } from '../order/deck.ts'
import { doctorFaults, runDoctor } from '../order/ending.ts'
import type { Setting } from '../order/market.ts'
import { quiet, startRun } from '../order/run.ts'
import { runTrials, type Trials } from '../trials.ts'
import type { Person } from '../world.ts'
import { type DropRun, dropHours, judge, makeDrops, onboard, perform } from './perform.ts'
import { faultsOf } from './proof.ts'
import { anyDrops, anySetting, anySteps, type Step } from './steps.ts'

/** How many drops ended in each state, and how often a copy was restored on the way. */
export type Ends = Map<string, number>

const hour = 3_600_000

/**
 * Runs the property so many times: whatever happens to drops in whatever order, once all is decided
 * the processor, the ledger and the drops agree, and nothing of it was paid by the owner of the
 * instance. Throws a run in which they do not.
 */
export async function holdDrops(open: (setting: Setting) => Promise<Deck>, trials: Trials): Promise<Ends> {
  const ends: Ends = new Map()
  const property = fc.asyncProperty(anySetting, anyDrops, anySteps, async (setting, winners, steps) => {
    await using deck = await open(setting)
    await hold(deck, winners, steps, ends)
  })
  await runTrials(property, trials)
  return ends
}

/** Lets steps happen on a deck, then everything that is due, and throws when anything is wrong. */
export async function hold(deck: Deck, winners: readonly number[], steps: readonly Step[], ends: Ends): Promise<void> {
  const run: DropRun = { deck, drops: [], clips: [], underWay: [], restores: 0 }
  await makeDrops(run, winners)
  for (const step of steps) await perform(run, step)
  const money = startRun(deck)
  await quiet(money)
  if (deck.relay.hasLost) await runDoctor(money)
  // After so long a time everybody has to sign in again.
  const now = deck.ctx.now()
  deck.ctx.db.$client.run('UPDATE sessions SET seen_at = ?, expires_at = ?', [now, now + 24 * hour])
  for (const who of winnersOf(deck)) await onboard(run, who)
  for (let nth = 0; nth < 20 && (await judge(run, 0, nth % 2 === 0)); nth += 1);
  await quiet(money)
  // The end of every drop passes, and then the patience with its artist. By now everything arrives
  // at once.
  for (const hours of [dropHours, 24 * 8, 24 * 8]) {
    deck.tick(hours * hour)
    await quiet(money, 1)
    // Those who win because its artist has not chosen.
    for (const who of winnersOf(deck)) await onboard(run, who)
  }
  if (!deck.movesClock) await endDrops(run, () => quiet(money))
  const faults = [...(await faultsOf(run)), ...(await doctorFaults(money))]
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const states = deck.ctx.db.$client.query<{ state: string }, []>('SELECT state FROM campaigns').all()
  for (const { state } of states) ends.set(state, (ends.get(state) ?? 0) + 1)
  ends.set('restored', (ends.get('restored') ?? 0) + run.restores)
}

/** The winners who have a payout. */
const winnersOf = ({ ctx, buyers }: Deck): Person[] => {
  const rows = ctx.db.$client.query<{ id: string }, []>('SELECT artist_id AS id FROM campaign_payouts').all()
  return buyers.filter(({ artistId }) => rows.some(({ id }) => id === artistId))
}

/**
 * Ends every drop where the program's clock cannot be moved: its artist cancels it or pays its
 * winners, and a program that starts again tries the refunds that wait for a bank or a fee.
 */
async function endDrops(run: DropRun, rest: () => Promise<void>): Promise<void> {
  for (const drop of [0, 1] as const) {
    await perform(run, { kind: 'cancel', drop })
    await perform(run, { kind: 'pay', drop })
  }
  await rest()
  run.deck.ctx.db.$client.run("UPDATE jobs SET run_at = 0 WHERE kind = 'refund-prize'")
  await run.deck.crash()
  await rest()
}
