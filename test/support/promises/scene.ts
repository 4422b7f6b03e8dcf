import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { accountExists } from '../../../src/account/account-exists.ts'
import { decidePermission } from '../../../src/books/seller/permission/decide-permission.ts'
import { giveBackCasset, takeDownCasset } from '../../../src/casset/take-down.ts'
import { endSuspension, suspendAccount } from '../../../src/operate/moderation/suspend.ts'
import type { Fate, Happening } from '../../../src/platform/promised.ts'
import { promises } from '../../../src/rooms.ts'
import type { TestServer } from '../server.ts'
import { settled } from '../shop/checkout.ts'
import type { Person } from '../world.ts'

/** A promise that was made, and how it stands for those who have not left. */
export type Scene = AsyncDisposable & {
  svc: TestServer
  /** Null where it is the site. */
  giver: Person | null
  /** Null where it is a guest. */
  receiver: Person | null
  outcome(): Promise<Fate>
}

/** How promises are made, by their names. */
export type Scenes = Readonly<Record<string, () => Promise<Scene>>>

/** Lets something happen to somebody, and returns the status of the answer to them. */
export async function happen(svc: TestServer, who: Person, what: Happening): Promise<number> {
  const { cookie, userId, artistId } = who
  const { ctx } = svc
  if (what === 'suspended') inTransaction(ctx.db, () => suspendAccount(ctx, userId, 'terms'))
  if (what === 'forbidden') {
    const givesBack = promises.flatMap((each) => ('givesBack' in each ? each.givesBack(ctx, artistId, 'test') : []))
    decidePermission(ctx, artistId, { allowed: false, givesBack })
    await settled(svc)
  }
  if (what === 'hidden') {
    inTransaction(ctx.db, () => {
      for (const { id, published } of cassetsOf(svc, who)) if (published) takeDownCasset(ctx, id, 'terms')
    })
  }
  if (what !== 'deletes' && what !== 'moves') return 200
  const asked =
    what === 'deletes'
      ? await svc.call('POST', '/api/auth/account/delete', { cookie, body: { leaveOwed: true } })
      : await svc.call('POST', '/api/studio/payouts/onboarding', { cookie, body: { country: 'de' } })
  const { url } = Object(asked.json)
  if (asked.status === 200 && url) {
    const body = new URLSearchParams({ choice: 'complete' })
    await fetch(url, { method: 'POST', body, redirect: 'manual', headers: { origin: svc.url } })
  }
  await settled(svc)
  return asked.status
}

const cassetsOf = ({ ctx }: TestServer, { artistId }: Person) =>
  ctx.db.select().from(cassets).where(eq(cassets.artistId, artistId)).all()

/** Ends what may befall somebody and can be undone. */
function undo(svc: TestServer, who: Person): void {
  const { ctx } = svc
  inTransaction(ctx.db, () => {
    endSuspension(ctx, who.userId)
    for (const { id, takenDown } of cassetsOf(svc, who)) {
      if (takenDown !== null) giveBackCasset(ctx, id, { published: true })
    }
  })
  if (accountExists(ctx, who.userId)) decidePermission(ctx, who.artistId, { allowed: true })
}

export const staysIf = (is: boolean): Fate => (is ? 'stays' : 'ends')

/** Tries to have what is promised, and again once all is over that can be undone. */
export async function staysOrWaits(svc: TestServer, people: readonly Person[], has: () => Promise<boolean>) {
  if (await has()) return 'stays'
  for (const who of people) undo(svc, who)
  return (await has()) ? 'waits' : 'ends'
}

export const dispose = (svc: TestServer) => ({ [Symbol.asyncDispose]: () => svc[Symbol.asyncDispose]() })
