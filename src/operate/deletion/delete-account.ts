import { inTransaction } from '../../../db/commits.ts'
import { confirmedAddresses } from '../../account/email/former-address.ts'
import { proveOwner } from '../../account/passkey/prove-owner.ts'
import { requireSession } from '../../account/session/require-session.ts'
import { type Client, endSessions, endStreams } from '../../account/session/session.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type Leaving, personalOf } from '../../platform/personal.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { membershipsOf } from '../../room/co-casset/find-co-casset.ts'
import { leaveCoCasset } from '../../room/co-casset/invitation.ts'
import { endOpenOrders } from './end-orders.ts'
import { eraseTracesJob } from './erase-traces.ts'
import type { DeleteAccount } from './model.ts'
import { obstaclesTo, owedText } from './obstacles.ts'

/**
 * Deletes the viewer's account: identifying data at once, and traces elsewhere by a job; the books
 * and collectors' purchases stay (rule: deletion). Throws BAD_STATE with what has to end first
 * (rule: deletion-obstacles), VALIDATION for `password`.
 */
export async function deleteAccount(ctx: Ctx, viewer: Viewer, body: DeleteAccount, client: Client): Promise<void> {
  refuseObstacles(ctx, viewer, body.leaveOwed ?? false)
  await proveOwner(ctx, viewer, body, client)
  await eraseAccount(ctx, leavingOf(ctx, viewer), () => {
    requireSession(ctx, viewer)
    refuseObstacles(ctx, viewer, body.leaveOwed ?? false)
  })
  noteSecurity(ctx, 'account_deleted', { userId: viewer.userId, address: client.address })
}

export const leavingOf = (
  ctx: Ctx,
  { userId, artistId, handle, displayName, email, emailVerified }: Person,
): Leaving => ({
  ...{ userId, artistId, handle, displayName, email, emailVerified },
  addresses: confirmedAddresses(ctx, { userId, email, emailVerified }),
})

type Person = Omit<Leaving, 'addresses'>

/**
 * Cancels an account's open payments, then deletes it. `refuse` throws when it must not be deleted,
 * once nothing is awaited any more.
 */
export async function eraseAccount(ctx: Ctx, leaving: Leaving, refuse: () => void): Promise<void> {
  const { userId, artistId, handle, displayName } = leaving
  await endOpenOrders(ctx, userId)
  refuse()
  leaveOthers(ctx, leaving)
  const ended = inTransaction(ctx.db, () => {
    for (const each of personalOf(ctx)) each.forget?.(ctx, leaving)
    const ended = endSessions(ctx, userId)
    ctx.jobs.add(eraseTracesJob, { userId, artistId, handle, displayName }, { key: userId })
    return ended
  })
  endStreams(ctx, ended)
}

/** Leaves the co-cassets of others. A job declines open invitations. */
function leaveOthers(ctx: Ctx, person: Leaving): void {
  for (const { casset } of membershipsOf(ctx, person)) {
    if (casset.slug !== null && casset.artistId !== person.artistId) leaveCoCasset(ctx, casset.slug, person)
  }
}

function refuseObstacles(ctx: Ctx, viewer: Viewer, leavesOwed: boolean): void {
  const [first] = obstaclesTo(ctx, viewer)
  if (first) throw new AppError('BAD_STATE', first.why, { hint: first.hint })
  const owed = owedText(ctx, viewer)
  if (owed === '' || leavesOwed) return
  const hint = say('Set up your payouts to get it, or give it up.')
  throw new AppError('BAD_STATE', say('You are still owed {owed}.', { owed }), { field: 'leaveOwed', hint })
}
