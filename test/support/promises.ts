import { eq } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { users } from '../../db/schema/account/account.ts'
import { statements } from '../../db/schema/money/statement.ts'
import { monthAt } from '../../src/lib/month.ts'
import { makeStatements } from '../../src/money/statement/make-statements.ts'
import { suspendAccount } from '../../src/operate/moderation/suspend.ts'
import type { Fate, Happening } from '../../src/platform/promised.ts'
import { addTape } from './casset/tape.ts'
import { act, enter, fund, openDrops, read } from './drop/drop.ts'
import { accessOf, collect, goodCard, openShop, settled, shopOf } from './money/checkout.ts'
import { makeCodes, redeem } from './money/code.ts'
import { give, openGiving, takeGift } from './money/gift.ts'
import { addToList, confirmAddresses, letterCall, writeLetter } from './money/letter.ts'
import { dayMs, openPreorder, setOpening } from './money/preorder.ts'
import { readEmail } from './platform/smtp.ts'
import { ask } from './release/asking.ts'
import { publishedRelease } from './release/release.ts'
import { makeCoCasset, postTogether } from './room/co-casset.ts'
import type { TestServer } from './server.ts'
import { addReadyTrack, cast, type Person } from './world.ts'

/** A promise that was made, and how it stands for those who have not left. */
export type Scene = AsyncDisposable & {
  svc: TestServer
  /** Null where it is the site. */
  giver: Person | null
  receiver: Person
  outcome(): Promise<Fate>
}

/** Lets something happen to somebody, and returns the status of the answer to them. */
export async function happen(svc: TestServer, { cookie, userId }: Person, what: Happening): Promise<number> {
  if (what === 'suspended') {
    inTransaction(svc.ctx.db, () => suspendAccount(svc.ctx, userId, 'terms'))
    return 200
  }
  const asked =
    what === 'deletes'
      ? await svc.call('POST', '/api/auth/account/delete', { cookie, body: { leaveOwed: true } })
      : await svc.call('POST', '/api/studio/payouts/onboarding', { cookie, body: { country: 'de' } })
  await settled(svc)
  return asked.status
}

const staysIf = (is: boolean): Fate => (is ? 'stays' : 'ends')
const dispose = (svc: TestServer) => ({ [Symbol.asyncDispose]: () => svc[Symbol.asyncDispose]() })

/** How each promise is made, by its name. */
export const scenes: Readonly<Record<string, () => Promise<Scene>>> = {
  async gift() {
    const shop = await openGiving()
    const { svc, ada: giver, kim: receiver, emails } = shop
    await give(svc, giver)
    const [email] = await emails(1)
    const other = cast(svc.ctx, 'lou', { published: false })
    return {
      ...{ svc, giver, receiver },
      async outcome() {
        for (const who of [receiver, other]) {
          if ((await takeGift(svc, email?.secret ?? '', who)).status === 200) return 'stays'
        }
        return 'ends'
      },
      [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
    }
  },

  async 'prize-paid-in'() {
    const { svc, nova: giver, eva: receiver, finn, dawn, make } = await openDrops()
    const id = await make()
    await fund(svc, giver, id)
    await act(svc, giver, id, 'launch')
    for (const who of [receiver, finn]) await enter(svc, who, dawn.hookId, id)
    const outcome = async () => {
      const { campaign } = await read(svc, id)
      return staysIf(campaign.state === 'OPEN' && campaign.prize.length === 1)
    }
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async 'prize-chosen'() {
    const { svc, nova: giver, eva: receiver, finn, dawn, make } = await openDrops()
    const id = await make()
    await fund(svc, giver, id)
    await act(svc, giver, id, 'launch')
    const submissionIds = [await enter(svc, receiver, dawn.hookId, id)]
    await enter(svc, finn, dawn.hookId, id)
    await act(svc, giver, id, 'select-winner', { submissionIds })
    const outcome = async (): Promise<Fate> => {
      const [payout] = (await read(svc, id)).payouts
      return payout.artist.handle === 'eva' ? 'stays' : payout.artist.handle === 'finn' ? 'passes' : 'ends'
    }
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async preorder() {
    const shop = await openPreorder()
    const { svc, nova: giver, ada: receiver, kettle } = shop
    await collect(svc, receiver)
    return {
      ...{ svc, giver, receiver },
      async outcome() {
        if ((await shopOf(svc).stripe.refunds.list()).data.length > 0) return 'refunded'
        svc.tick(11 * dayMs)
        await settled(svc)
        svc.ctx.db.$client.run('UPDATE sessions SET seen_at = ?1, expires_at = ?1 + 1000000', [svc.ctx.now()])
        return staysIf((await accessOf(svc, kettle.id, receiver)) === 'full')
      },
      [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
    }
  },

  async purchase() {
    const { svc, nova: giver, ada: receiver, dawn } = await openShop()
    await collect(svc, receiver)
    const outcome = async () => staysIf((await accessOf(svc, dawn.id, receiver)) === 'full')
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async 'download-code'() {
    const { svc, nova: giver, ada: receiver } = await openShop()
    const { first } = await makeCodes(svc, giver)
    const other = cast(svc.ctx, 'lou', { published: false })
    const outcome = async () => {
      const answers = [await redeem(svc, receiver, first), await redeem(svc, other, first)]
      return staysIf(answers.some(({ status }) => status < 300))
    }
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async invitation() {
    const { svc, nova: giver, ada: receiver } = await openShop()
    await makeCoCasset(svc, giver, 'three', [receiver], { accepting: [] })
    const outcome = async (): Promise<Fate> => {
      const accept = () => postTogether(svc, receiver, '/three/accept')
      if ((await accept()).status === 200) return 'stays'
      svc.ctx.db.$client.run('UPDATE users SET suspended = NULL')
      return (await accept()).status === 200 ? 'waits' : 'ends'
    }
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async 'license-request'() {
    const { svc, nova: giver, ada: receiver, dawn } = await openShop()
    const releaseId = await publishedRelease(svc, giver, [dawn.id])
    const { json } = await ask(svc, releaseId, {}, { cookie: receiver.cookie })
    const id = String(Object(json).request.requestId)
    const outcome = async () => staysIf((await svc.call('GET', `/api/agents/license-requests/${id}`)).status === 200)
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async letter() {
    const shop = await openGiving()
    const { svc, nova: giver, ada: receiver, smtp } = shop
    confirmAddresses(svc)
    addToList(svc, giver, ['reader@example.org', 'ada@example.com'])
    const id = await writeLetter(svc, giver)
    await letterCall(svc, giver, 'POST', `/${id}/schedule`, { zone: 'UTC' })
    const outcome = async () => {
      svc.tick(61_000)
      await settled(svc)
      return staysIf(
        smtp.received
          .map(readEmail)
          .some(({ to, subject }) => to.includes('ada@example.com') && subject.includes('A new tape')),
      )
    }
    return { svc, giver, receiver, outcome, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
  },

  async export() {
    const { svc, ada: receiver } = await openShop()
    const { json } = await svc.call('POST', '/api/auth/export', { cookie: receiver.cookie })
    const path = `/api/auth/export/${Object(json).export.id}/file`
    const outcome = async () => {
      await svc.ctx.jobs.idle()
      return staysIf((await svc.fetch(path, { headers: { cookie: receiver.cookie } })).status === 200)
    }
    return { svc, giver: null, receiver, outcome, ...dispose(svc) }
  },

  async 'everything-later'() {
    const { svc, nova: giver, ada: receiver } = await openShop()
    await addReadyTrack(svc.ctx, addTape(svc, giver, 'live', { priceMinor: 300 }), 'Live')
    const cassetId = addTape(svc, giver, 'later', { priceMinor: 500, published: false, publishedAt: null })
    const later = await addReadyTrack(svc.ctx, cassetId, 'Later')
    await svc.call('PUT', '/api/studio/everything', { cookie: giver.cookie, body: { percent: 20, hasFuture: true } })
    await collect(svc, receiver, goodCard, { slug: 'nova', everything: true })
    const comes = async () => {
      await setOpening(svc, { ...giver, cassetId }, { published: true })
      await settled(svc)
      return (await accessOf(svc, later.id, receiver)) === 'full'
    }
    const outcome = async (): Promise<Fate> => {
      if (await comes()) return 'stays'
      svc.ctx.db.$client.run('UPDATE users SET suspended = NULL')
      return (await comes()) ? 'waits' : 'ends'
    }
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async statement() {
    const { svc, nova: receiver, ada } = await openShop()
    const boss = cast(svc.ctx, 'boss', { published: false })
    svc.ctx.db.update(users).set({ role: 'owner' }).where(eq(users.id, boss.userId)).run()
    await collect(svc, ada)
    const month = monthAt(svc.ctx.now())
    const outcome = async () => {
      await makeStatements(svc.ctx, month)
      return staysIf(svc.ctx.db.select().from(statements).all().length === 1)
    }
    return { svc, giver: null, receiver, outcome, ...dispose(svc) }
  },
}
