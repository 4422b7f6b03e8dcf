import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { faultOfInvitation, invitationById } from '../invitation/use-invitation.ts'
import type { Client } from '../session/session.ts'
import { viewerOfSession } from '../session/viewer.ts'
import { beginSignIn } from '../sign-in/begin-sign-in.ts'
import { userByEmail } from '../user-by-email.ts'
import { insertIdentity, notifyOfLink, userOfIdentity } from './identity.ts'
import { savePending } from './pending.ts'
import type { Vouched } from './read-answer.ts'
import type { Flow } from './take-flow.ts'
import type { Trouble } from './trouble.ts'

export type Outcome =
  | { kind: 'signed-in'; userId: string; token: string }
  | { kind: 'second'; step: string }
  | { kind: 'linked' }
  | { kind: 'new' }
  | { kind: 'trouble'; trouble: Trouble }

const trouble = (word: Trouble): Outcome => ({ kind: 'trouble', trouble: word })

/**
 * Signs in the person a provider vouches for, links the provider's account to the user who began
 * the flow, or keeps it until its new user has chosen a handle (rules: providers,
 * linking-by-email).
 */
export function finishSignIn(ctx: Ctx, flow: Flow, told: Vouched, viewer: Viewer | null, client: Client): Outcome {
  return inTransaction(ctx.db, () => {
    if (flow.userId !== null) return link(ctx, flow.userId, flow, told, viewer, client)
    const known = userOfIdentity(ctx, { ...told, provider: flow.provider })
    return known === undefined ? meet(ctx, flow, told, client) : signIn(ctx, known, flow, client)
  })
}

function signIn(ctx: Ctx, userId: string, { provider }: Flow, client: Client): Outcome {
  const { address, userAgent } = client
  const admitted = beginSignIn(ctx, userId, client)
  if (admitted.kind === 'second') return admitted
  noteSecurity(ctx, 'signed_in', { userId, address, userAgent }, { by: provider })
  return { kind: 'signed-in', userId, token: admitted.token }
}

/** Links only while the flow's user is still signed in after the provider answered. */
function link(
  ctx: Ctx,
  userId: string,
  { provider }: Flow,
  { subject, email }: Vouched,
  viewer: Viewer | null,
  client: Client,
): Outcome {
  if (viewer?.userId !== userId || !viewerOfSession(ctx, viewer.sessionId)) return trouble('expired')
  const known = userOfIdentity(ctx, { provider, subject, email })
  if (known === userId) return { kind: 'linked' }
  if (known !== undefined) return trouble('taken')
  if (!insertIdentity(ctx, userId, { provider, subject, email })) return trouble('another')
  notifyOfLink(ctx, userId, provider, client)
  return { kind: 'linked' }
}

/**
 * Handles somebody new to us. Their account is found by its email address only when both sides have
 * confirmed it. Otherwise a person who typed a stranger's address, here or there, could take over
 * the account or keep a way into it.
 */
function meet(ctx: Ctx, flow: Flow, { subject, email, displayName }: Vouched, client: Client): Outcome {
  const { provider } = flow
  if (email === null) return trouble('unverified')
  const found = userByEmail(ctx, email)
  if (!found) {
    if (ctx.config.registration !== 'open') {
      const { invitationId } = flow
      if (ctx.config.registration === 'closed' || invitationId === null) return trouble('closed')
      if (faultOfInvitation(ctx, invitationById(ctx, invitationId), email)) return trouble('uninvited')
    }
    savePending(ctx, flow, { subject, email, displayName })
    return { kind: 'new' }
  }
  const { userId } = found
  const user = ctx.db.select({ verifiedAt: users.emailVerifiedAt }).from(users).where(eq(users.id, userId)).get()
  if ((user?.verifiedAt ?? null) === null) return trouble('unconfirmed')
  if (!insertIdentity(ctx, userId, { provider, subject, email })) return trouble('another')
  notifyOfLink(ctx, userId, provider, client)
  return signIn(ctx, userId, flow, client)
}
