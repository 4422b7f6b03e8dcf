import type { Deck } from '../order/deck.ts'
import { runDoctor } from '../order/ending.ts'
import { letPass, pick, startRun } from '../order/run.ts'
import type { Person } from '../world.ts'
import type { Step, StepOf } from './steps.ts'

/** A drop of a run, with whom it belongs to. */
export type RunDrop = { id: string; owner: Person; hookId: string }

/** One run of drops: what was made, entered and paid. */
export type DropRun = {
  readonly deck: Deck
  readonly drops: RunDrop[]
  readonly clips: { id: string; by: Person; drop: RunDrop }[]
  readonly underWay: Promise<unknown>[]
  /** How often an older copy of the database was restored. */
  restores: number
}

const hour = 3_600_000

/** How long the drops of a run are open. */
export const dropHours = 20 * 24

async function ask({ deck }: DropRun, { cookie }: Person, method: string, path: string, body?: unknown) {
  const { status, text, json } = await deck.call(method, path, { cookie, ...(body === undefined ? {} : { body }) })
  if (status >= 500 && status !== 503) throw new Error(`${method} ${path} was answered ${status}: ${text}`)
  return { status, json: Object(json) }
}

/** Makes drops, by turns of nova and iris. */
export async function makeDrops(run: DropRun, winners: readonly number[]): Promise<void> {
  const owners = run.deck.sellers.filter(({ person }) => person.handle === 'nova' || person.handle === 'iris')
  for (const [index, count] of winners.entries()) {
    const owner = pick(owners, index)?.person
    if (!owner) continue
    const track = run.deck.ctx.db.$client.query('SELECT hook_id FROM tracks WHERE casset_id = ?').values(owner.cassetId)
    const hookId = String(track[0]?.[0])
    const split = { 1: [100], 2: [66.67, 33.33], 3: [50, 30, 20] }[count] ?? [100]
    const endsAt = new Date(run.deck.ctx.now() + dropHours * hour).toISOString()
    const said = { title: `Drop ${index}`, brief: 'Move.', terms: 'Void where prohibited.', hookId, endsAt }
    const { json } = await ask(run, owner, 'POST', '/api/campaigns', { ...said, winners: split.length, split })
    run.drops.push({ id: String(json.campaign.id), owner, hookId })
  }
}

async function fund(run: DropRun, { drop, amount, card, twice }: StepOf<'fund'>): Promise<void> {
  const it = pick(run.drops, drop)
  if (!it) return
  const { stripe } = run.deck.processor
  const begin = async () => {
    const { json } = await ask(run, it.owner, 'POST', `/api/campaign/${it.id}/fund`, { amount })
    const id: unknown = json.paymentIntentId
    return typeof id === 'string' ? id : undefined
  }
  const pay = async (id: string | undefined) => {
    const typed = { payment_method: `pm_card_${card}`, return_url: 'https://deck.example/' }
    if (id !== undefined) await stripe.paymentIntents.confirm(id, typed)
  }
  const first = await begin()
  await Promise.all([pay(first), twice ? begin().then(pay) : undefined])
}

export async function onboard(run: DropRun, who: Person): Promise<void> {
  // Makes the sign-in recent, as onboarding requires.
  const fresh = 'UPDATE sessions SET seen_at = ?1, confirmed_at = ?1, expires_at = ?1 + ?2 WHERE user_id = ?3'
  run.deck.ctx.db.$client.run(fresh, [run.deck.ctx.now(), 24 * hour, who.userId])
  const { status } = await ask(run, who, 'POST', '/api/studio/payouts/onboarding', { country: 'us' })
  if (status !== 200) return
  for (const account of accountsOf(run.deck, who)) await run.deck.processor.test.completeOnboarding(account)
}

/** A winner spends what has come to them: a few days later their account is empty. */
async function spend({ deck }: DropRun, who: Person): Promise<void> {
  const { stripe, test } = deck.processor
  deck.tick(4 * 24 * hour)
  for (const stripeAccount of accountsOf(deck, who)) {
    const { available } = await stripe.balance.retrieve({}, { stripeAccount })
    for (const { amount, currency } of available) if (amount > 0) await test.payOut(currency, stripeAccount)
  }
}

const accountsOf = ({ ctx }: Deck, { artistId }: Person): string[] =>
  ctx.db.$client
    .query<{ id: string }, [string]>('SELECT account_id AS id FROM seller_accounts WHERE artist_id = ?')
    .all(artistId)
    .map(({ id }) => id)

/** Lets the bank decide about a dispute that is open. */
export async function judge({ deck }: DropRun, nth: number, won: boolean): Promise<boolean> {
  const { stripe, test } = deck.processor
  const { data } = await stripe.disputes.list({ limit: 100 })
  const open = data.filter(({ status }) => status === 'needs_response' || status === 'under_review')
  const chosen = pick(open, nth)
  if (chosen) await test.moveDispute(chosen.id, won ? 'won' : 'lost')
  return chosen !== undefined
}

async function dispute({ deck }: DropRun, { nth, part }: StepOf<'dispute'>): Promise<void> {
  const { stripe, test } = deck.processor
  const { data } = await stripe.charges.list({ limit: 100 })
  const charge = pick(
    data.filter(({ paid, disputed, refunded }) => paid && !disputed && !refunded),
    nth,
  )
  if (charge) await test.openDispute(charge.id, part === 'third' ? { amount: Math.floor(charge.amount / 3) } : {})
}

async function doStep(run: DropRun, step: Step): Promise<void> {
  const { deck } = run
  const at = (what: string, body: object = {}) => {
    const drop = pick(run.drops, 'drop' in step ? step.drop : 0)
    return drop && ask(run, drop.owner, 'POST', `/api/campaign/${drop.id}/${what}`, body)
  }
  switch (step.kind) {
    case 'fund':
      return fund(run, step)
    case 'launch':
      return void (await at('launch'))
    case 'close':
      return void (await at('select-winner'))
    case 'pay':
      return void (await Promise.all([at('payout'), at('payout')]))
    case 'cancel':
      return void (await at('cancel', { reason: 'Over.' }))
    case 'enter': {
      const [drop, by] = [pick(run.drops, step.drop), pick(deck.buyers, step.who)]
      if (!drop || !by) return
      const clip = { url: `https://clips.example/${by.handle}` }
      const asked = { hookId: drop.hookId, campaignId: drop.id, clip }
      const { json, status } = await ask(run, by, 'POST', '/api/hooks/submissions', asked)
      if (status === 201) run.clips.push({ id: String(json.submission.id), by, drop })
      return
    }
    case 'like': {
      const [clip, by] = [pick(run.clips, step.clip), pick(deck.buyers, step.who)]
      if (clip && by) await ask(run, by, 'POST', `/api/hooks/submissions/${clip.id}/like`, { liked: step.liked })
      return
    }
    case 'withdraw': {
      const clip = pick(run.clips, step.clip)
      if (clip) await ask(run, clip.by, 'DELETE', `/api/hooks/submissions/${clip.id}`)
      return
    }
    case 'reject': {
      const clip = pick(run.clips, step.clip)
      const body = { decision: 'REJECTED', reason: 'Not of the hook.' }
      if (clip) await ask(run, clip.drop.owner, 'POST', `/api/hooks/submissions/${clip.id}/decide`, body)
      return
    }
    case 'onboard': {
      const who = pick(deck.buyers, step.who)
      if (who) await onboard(run, who)
      return
    }
    case 'spend': {
      const who = pick(deck.buyers, step.who)
      return who && spend(run, who)
    }
    case 'dispute':
      return dispute(run, step)
    case 'judge':
      return void (await judge(run, step.nth, step.won))
    case 'fail refund': {
      const refund = pick((await deck.processor.stripe.refunds.list({ limit: 100 })).data, step.nth)
      if (refund) await deck.processor.test.failRefund(refund.id)
      return
    }
    case 'rate':
      return deck.processor.test.setExchangeRate('eur', step.usd)
    case 'outage':
      return void deck.processor.outages.push(...step.outages)
    case 'travel':
      deck.relay.travel = step.travel
      return
    case 'release':
      return deck.relay.release(step.order)
    case 'repeat':
      return deck.relay.repeat(step.nth)
    case 'crash':
      return deck.crash()
    case 'copy':
      return deck.copy()
    case 'restore':
      if (!(await deck.restore())) return
      run.restores += 1
      return step.doctor ? runDoctor(startRun(deck)) : undefined
    case 'wait':
      deck.tick(step.hours * hour)
      return
  }
}

/**
 * Lets a step happen, and lets pass what the processor refuses and what a killed program does not
 * answer.
 */
export async function perform(run: DropRun, step: Step): Promise<void> {
  try {
    await doStep(run, step)
  } catch (error) {
    letPass(error)
  }
  // A payment is heard of before the next step, if nothing disturbs that.
  if (step.kind === 'fund' || step.kind === 'pay' || step.kind === 'wait') {
    await run.deck.processor.test.settled()
    await run.deck.idle()
  }
}
