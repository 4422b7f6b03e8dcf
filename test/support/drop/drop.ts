import { verifyLedger } from '../../../src/books/ledger/verify-ledger.ts'
import { runChecks } from '../../../src/operate/doctor/run-checks.ts'
import { checks } from '../../../src/rooms.ts'
import type { Answer, ServerOptions, TestServer } from '../server.ts'
import { begun, card, confirm, goodCard, openShop, settled, shopOf } from '../shop/checkout.ts'
import { cast, type Person } from '../world.ts'

export const dayMs = 86_400_000

/** The parts of a drop, unless a test says otherwise. */
const plain = (svc: TestServer, hookId: string) => ({
  title: 'Make it move',
  brief: 'A clip of the hook.',
  terms: 'Everybody over 18. Void where prohibited.',
  hookId,
  endsAt: new Date(svc.ctx.now() + 7 * dayMs).toISOString(),
  winners: 1,
  split: [100],
})

/**
 * A shop in which nova has a hook to make drops of, and fans who take part; `open` gives one that
 * is shared.
 */
export async function openDrops(options: ServerOptions = {}, open = () => openShop(options)) {
  const shop = await open()
  const { svc, nova, dawn } = shop
  const fans = ['eva', 'finn', 'gil'].map((name) => cast(svc.ctx, name, { published: false }))
  const [eva, finn, gil] = fans
  if (!eva || !finn || !gil) throw new Error('There are no fans.')
  const make = async (body: object = {}, who: Person = nova): Promise<string> => {
    const asked = { cookie: who.cookie, body: { ...plain(svc, dawn.hookId), ...body } }
    const { json, status, text } = await svc.call('POST', '/api/campaigns', asked)
    if (status !== 201) throw new Error(`no drop: ${status} ${text}`)
    return String(Object(json).campaign.id)
  }
  return { ...shop, eva, finn, gil, make }
}

/** Asks for something of a drop. */
export const act = (svc: TestServer, who: Person, id: string, what: string, body: object = {}): Promise<Answer> =>
  svc.call('POST', `/api/campaign/${id}/${what}`, { cookie: who.cookie, body })

/** Pays into a drop, and waits until all webhooks are handled. */
export async function fund(svc: TestServer, who: Person, id: string, amount = 10_000, number?: string) {
  const started = begun(await act(svc, who, id, 'fund', { amount }))
  await confirm(svc, who, started, number === undefined ? goodCard : card(number))
  await settled(svc)
  return started
}

export async function enter(svc: TestServer, who: Person, hookId: string, campaignId: string): Promise<string> {
  const body = { hookId, campaignId, clip: { url: `https://clips.example/${who.handle}` } }
  const { json, status, text } = await svc.call('POST', '/api/hooks/submissions', { cookie: who.cookie, body })
  if (status !== 201) throw new Error(`no entry: ${status} ${text}`)
  return String(Object(json).submission.id)
}

export const like = (svc: TestServer, who: Person, id: string, liked = true): Promise<Answer> =>
  svc.call('POST', `/api/hooks/submissions/${id}/like`, { cookie: who.cookie, body: { liked } })

export async function read(svc: TestServer, id: string, who?: Person) {
  const { json, status } = await svc.call('GET', `/api/campaign/${id}`, who ? { cookie: who.cookie } : {})
  return { status, ...Object(json) }
}

/** Sets a winner's payouts up at the processor. */
export async function onboard(svc: TestServer, { cookie }: Person): Promise<void> {
  const asked = { cookie, body: { country: 'us' }, headers: { origin: svc.url } }
  const { json, status, text } = await svc.call('POST', '/api/studio/payouts/onboarding', asked)
  if (status !== 200) throw new Error(`no onboarding: ${status} ${text}`)
  const body = new URLSearchParams({ choice: 'complete' })
  const headers = { origin: svc.url }
  await fetch(String(Object(json).url), { method: 'POST', body, redirect: 'manual', headers })
  await settled(svc)
}

/** Lets the processor want to know more of somebody, whom it pays nothing until then. */
export async function restrictAccount(svc: TestServer, who: Person): Promise<void> {
  const account = accountOf(svc, who) ?? ''
  const urls = { return_url: 'https://deck.example', refresh_url: 'https://deck.example' }
  const { url } = await shopOf(svc).stripe.v2.core.accountLinks.create({
    account,
    use_case: { type: 'account_onboarding', account_onboarding: urls },
  })
  await fetch(url, { method: 'POST', body: new URLSearchParams({ choice: 'restrict' }), redirect: 'manual' })
}

/** The texts of somebody's bell. */
export const toldTo = async (svc: TestServer, { cookie }: Person): Promise<string> =>
  (await svc.call('GET', '/api/notifications', { cookie })).text

/** The connected account of somebody; undefined for none. */
export function accountOf({ ctx }: Pick<TestServer, 'ctx'>, { artistId }: Person): string | undefined {
  const known = 'SELECT account_id AS id FROM seller_accounts WHERE artist_id = ?'
  return ctx.db.$client.query<{ id: string }, [string]>(known).get(artistId)?.id
}

/** The balance of the platform's account at the processor, or that of somebody. */
export async function heldAt(svc: TestServer, who?: Person): Promise<number> {
  const stripeAccount = who && accountOf(svc, who)
  if (who && stripeAccount === undefined) return 0
  const options = stripeAccount === undefined ? {} : { stripeAccount }
  const { available, pending } = await shopOf(svc).stripe.balance.retrieve({}, options)
  return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)
}

const looked = ['ledger', 'sums', 'reconciling', 'payments', 'payouts', 'drops']

/** Returns what the doctor finds wrong with the books. */
export async function wrongBooks({ ctx }: TestServer): Promise<string[]> {
  const looks = checks.filter(({ name }) => looked.includes(name))
  const found = (await runChecks(ctx, { looks })).flatMap(({ problem }) => (problem === undefined ? [] : [problem]))
  return [...found, ...verifyLedger(ctx).problems]
}
