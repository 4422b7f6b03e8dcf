import { inTransaction } from '../../../db/commits.ts'
import type { users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { handleFrom } from '../../lib/account/handle.ts'
import { requestLanguage, say } from '../../lib/language/say.ts'
import { tryToSpend } from '../../platform/http/limiter.ts'
import { misdirected } from '../../platform/http/site/origin.ts'
import { mailboxOf, readAddress } from '../../platform/mail/address.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { toAccount } from '../artist.ts'
import { refuseBlockedDomain, refuseBlockedWords } from '../block-list.ts'
import { cassetsOf } from '../cassets.ts'
import { addUser, bringAlong } from '../change-user.ts'
import { readDisplayName } from '../clean-text.ts'
import { verificationEmail } from '../email/emails.ts'
import { refuseTakenAddress } from '../email/former-address.ts'
import { deriveHandle } from '../handle/derive-handle.ts'
import { isHandleFree, takenHandle } from '../handle/handle.ts'
import { faultOfInvitation, type Invitation, invitationOf, spendInvitation } from '../invitation/use-invitation.ts'
import { claimOwnership, isSetupToken } from '../owner/setup-token.ts'
import { passwordsOf } from '../password/password.ts'
import { refuseWeakPassword } from '../password/refuse-weak-password.ts'
import { type Client, startSession } from '../session/session.ts'
import type { Account } from '../shape.ts'
import type { SignUp } from './model.ts'

export type SignedIn = { account: Account; token: string }

/**
 * The data of a new account. A person who chose a handle makes music; a listener's handle is
 * derived from the name (rule: listener-sign-up).
 */
export type NewPerson = Omit<SignUp, 'handle'> & { handle?: string }

/**
 * Creates an account; with the set-up link, the owner's. Throws FORBIDDEN when registration is not
 * open and the body has neither the token of the set-up link (rule: sign-up) nor an invitation
 * where invitations are accepted (rule: invitations), and MISDIRECTED without that token at an
 * address that is not the site's own. Throws BAD_STATE for a taken handle or email and for an
 * invitation that is used or expired, and VALIDATION by field, also for a password that is too easy
 * to guess and for what a block list has.
 */
export async function signUp(ctx: Ctx, draft: NewPerson, client: Client): Promise<SignedIn> {
  const isSetUp = draft.setup !== undefined && isSetupToken(ctx, draft.setup)
  if (client.unclaimedOrigin !== undefined && !isSetUp) throw misdirected(ctx)
  const invitation = isSetUp ? undefined : askInvitation(ctx, draft)
  const { email, displayName, handle = handleFrom(displayName) } = readDraft(draft)
  await refuseWeakPassword(ctx, draft.password, { email, displayName, handle })
  const signedIn = await makeAccount(ctx, draft, client, invitation)
  const { address, userAgent } = client
  const { id: userId } = signedIn.account.user
  noteSecurity(ctx, 'signed_up', { userId, address, userAgent })
  // Checked again: somebody else may have used the link while the password was hashed.
  if (draft.setup !== undefined && isSetupToken(ctx, draft.setup))
    claimOwnership(ctx, { userId, email: signedIn.account.user.email }, draft.setup, client)
  return signedIn
}

/** The casset is unpublished and free. */
export async function makeAccount(
  ctx: Ctx,
  draft: NewPerson,
  client: Client,
  invitation?: Invitation,
): Promise<SignedIn> {
  const { email, displayName, handle } = readDraft(draft)
  refuseBlocked(ctx, { email, displayName, handle })
  refuseTaken(ctx, { handle, email })
  const passwordHash = await passwordsOf(ctx).hash(draft.password)
  return inTransaction(ctx.db, () => {
    const account = insertAccount(ctx, { email, displayName, handle, passwordHash, emailVerifiedAt: null })
    if (invitation) spendInvitation(ctx, invitation, account.user)
    // Anybody can sign up with anybody's address; its owner requests another email in the account.
    if (tryToSpend(ctx.limiter, 'email-to-stranger', mailboxOf(email))) queueEmail(ctx, verificationEmail(ctx, email))
    return { account, token: startSession(ctx, account.user.id, client) }
  })
}

type NewAccount = Pick<typeof users.$inferInsert, 'passwordHash' | 'emailVerifiedAt'> &
  Pick<SignUp, 'email' | 'displayName'> & { handle: string | undefined }

/**
 * Inserts an account with its artist record and its casset, in the transaction of its cause. Throws
 * BAD_STATE for a handle or an address that is taken, also by a sign-up a moment ago, and
 * VALIDATION for what a block list has.
 */
export function insertAccount(ctx: Ctx, { handle: chosen, displayName, ...user }: NewAccount): Account {
  refuseBlocked(ctx, { email: user.email, displayName, handle: chosen })
  refuseTaken(ctx, { handle: chosen, email: user.email })
  const handle = chosen ?? deriveHandle(ctx, displayName)
  const makesMusic = chosen !== undefined
  const [userId, artistId, createdAt] = [ctx.uuid(), ctx.uuid(), ctx.now()]
  const language = requestLanguage() ?? null
  const artist = { id: artistId, userId, handle, displayName, makesMusic, createdAt }
  addUser(ctx, { ...user, id: userId, createdAt, language }, artist)
  cassetsOf(ctx).addFirst(ctx, { artistId, displayName })
  bringAlong(ctx, userId)
  return toAccount({ userId, email: user.email, artistId, handle, displayName })
}

function readDraft({ email: typed, displayName: written, handle }: NewPerson) {
  const email = readAddress(typed)
  if (email === undefined) throw invalid('email', say('Enter a valid email address.'))
  return { email, displayName: readDisplayName(written), handle }
}

/** Returns the invitation for a sign-up; undefined if none is needed. Throws if it is not valid. */
function askInvitation(ctx: Ctx, { invite, email }: NewPerson): Invitation | undefined {
  if (ctx.config.registration !== 'invite' || invite === undefined) {
    refuseClosed(ctx)
    return undefined
  }
  const invitation = invitationOf(ctx, invite)
  const fault = faultOfInvitation(ctx, invitation, email)
  if (fault) throw fault
  return invitation
}

/** Throws FORBIDDEN when sign-up is not open (rule: sign-up). */
export function refuseClosed(ctx: Ctx): void {
  if (ctx.config.registration === 'open') return
  const hint =
    ctx.config.registration === 'invite'
      ? say('Sign-up is by invitation only: ask the person who runs this site.')
      : say('The person who runs this site has closed sign-up.')
  throw new AppError('FORBIDDEN', say('Sign-up is not open here.'), { hint })
}

/** Throws VALIDATION for what the site's block lists have (rule: block-lists). */
function refuseBlocked(ctx: Ctx, { email, displayName, handle }: Pick<NewAccount, 'email' | 'displayName' | 'handle'>) {
  refuseBlockedDomain(ctx, 'email', email)
  refuseBlockedWords(ctx, 'displayName', displayName)
  if (handle !== undefined) refuseBlockedWords(ctx, 'handle', handle)
}

function refuseTaken(ctx: Ctx, { handle, email }: { handle: string | undefined; email: string }): void {
  if (handle !== undefined && !isHandleFree(ctx, handle)) throw takenHandle()
  refuseTakenAddress(ctx, email)
}
