import { inTransaction } from '../../../db/commits.ts'
import { endSuspension, suspendAccount } from '../../../src/operate/moderation/suspend.ts'
import type { Fate, Happening } from '../../../src/platform/promised.ts'
import type { TestServer } from '../server.ts'
import { settled } from '../shop/checkout.ts'
import type { Person } from '../world.ts'

/** A promise that was made, and how it stands for those who have not left. */
export type Scene = AsyncDisposable & {
  svc: TestServer
  /** Null where it is the site. */
  giver: Person | null
  receiver: Person
  outcome(): Promise<Fate>
}

/** How promises are made, by their names. */
export type Scenes = Readonly<Record<string, () => Promise<Scene>>>

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
  const { url } = Object(asked.json)
  if (asked.status === 200 && url) {
    const body = new URLSearchParams({ choice: 'complete' })
    await fetch(url, { method: 'POST', body, redirect: 'manual', headers: { origin: svc.url } })
  }
  await settled(svc)
  return asked.status
}

export const staysIf = (is: boolean): Fate => (is ? 'stays' : 'ends')

/** Tries to have what is promised, and again once suspensions have ended. */
export async function staysOrWaits(svc: TestServer, people: readonly Person[], has: () => Promise<boolean>) {
  if (await has()) return 'stays'
  for (const { userId } of people) inTransaction(svc.ctx.db, () => endSuspension(svc.ctx, userId))
  return (await has()) ? 'waits' : 'ends'
}

export const dispose = (svc: TestServer) => ({ [Symbol.asyncDispose]: () => svc[Symbol.asyncDispose]() })
