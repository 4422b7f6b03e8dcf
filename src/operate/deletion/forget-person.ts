import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { formerAddresses, mailedTokens } from '../../../db/schema/account/account.ts'
import { identities, pendingIdentities, signInFlows } from '../../../db/schema/account/identity.ts'
import { invitations } from '../../../db/schema/account/invitation.ts'
import { notificationBoxes, notificationLetters, pushSubscriptions } from '../../../db/schema/account/notification.ts'
import { passkeys, recoveryCodes } from '../../../db/schema/account/passkey.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { campaigns } from '../../../db/schema/drop/drop.ts'
import { sandboxCredentials } from '../../../db/schema/machine/sandbox.ts'
import { codeBatches } from '../../../db/schema/money/download-code.ts'
import { emojis } from '../../../db/schema/money/emoji.ts'
import { mailingConsents } from '../../../db/schema/money/mailing-list.ts'
import { sellerAccounts, sellerPermissions } from '../../../db/schema/money/seller.ts'
import { taxDetails } from '../../../db/schema/money/tax.ts'
import { accountExports } from '../../../db/schema/operate/export.ts'
import { mails } from '../../../db/schema/platform/mail.ts'
import { endCustomers } from '../../account/customer/note-changes.ts'
import { endAddressChanges } from '../../account/former-address.ts'
import type { Ctx } from '../../context.ts'
import { moveCampaign } from '../../drop/move-campaign.ts'
import { readOwedTo } from '../../money/ledger/read-owed.ts'
import { closeAccountJob } from '../../money/seller/close-account.ts'
import type { Viewer } from '../../platform/http/session.ts'

/**
 * Deletes at once what says who somebody is and what lets them in: addresses, ways in, sessions, settings, tax details,
 * letters. Takes their cassets off the air. In the transaction of the deletion.
 */
export function forgetPerson(ctx: Ctx, viewer: Viewer): void {
  const { userId, artistId, email } = viewer
  const { db } = ctx
  forgetLetters(ctx, viewer)
  for (const table of [pushSubscriptions, passkeys, recoveryCodes, identities, mailedTokens, formerAddresses]) {
    db.delete(table).where(eq(table.userId, userId)).run()
  }
  for (const table of [sandboxCredentials, notificationBoxes, notificationLetters, accountExports]) {
    db.delete(table).where(eq(table.userId, userId)).run()
  }
  db.delete(signInFlows).where(eq(signInFlows.userId, userId)).run()
  db.delete(pendingIdentities).where(eq(pendingIdentities.email, email)).run()
  forgetInvitations(ctx, viewer)
  db.delete(taxDetails).where(eq(taxDetails.artistId, artistId)).run()
  db.delete(sellerPermissions).where(eq(sellerPermissions.artistId, artistId)).run()
  closeSellerAccounts(ctx, artistId)
  endCustomers(ctx, userId)
  takeOffTheAir(ctx, artistId)
}

/** An invitation that only a forgotten address could use is taken back: without the address anybody could. */
function forgetInvitations({ db, now }: Ctx, { userId, email, emailVerified }: Viewer): void {
  const blank = { email: null, note: null }
  db.update(invitations).set(blank).where(eq(invitations.userId, userId)).run()
  if (!emailVerified) return
  const whereOpen = and(eq(invitations.email, email), isNull(invitations.usedAt), isNull(invitations.revokedAt))
  db.update(invitations).set({ revokedAt: now() }).where(whereOpen).run()
  db.update(invitations).set(blank).where(eq(invitations.email, email)).run()
}

// What tells of an account. All else may be somebody's who collected with that address.
const accountKinds = ['verify-email', 'reset-password', 'password-changed', 'sign-in-changed', 'identity-linked']

/**
 * An address that nobody has confirmed may be a stranger's, who keeps what they agreed to and the letters that wait for
 * them.
 */
function forgetLetters(ctx: Ctx, { userId, email, emailVerified }: Viewer): void {
  endAddressChanges(ctx, userId)
  const former = ctx.db
    .select({ email: formerAddresses.email })
    .from(formerAddresses)
    .where(eq(formerAddresses.userId, userId))
    .all()
  const confirmed = [...(emailVerified ? [email] : []), ...former.map((each) => each.email)]
  for (const whose of [eq(mailingConsents.userId, userId), inArray(mailingConsents.email, confirmed)]) {
    for (const hasEnded of [isNull(mailingConsents.endedAt), isNotNull(mailingConsents.endedAt)]) {
      ctx.db.delete(mailingConsents).where(and(whose, hasEnded)).run()
    }
  }
  const toPerson = inArray(mails.recipient, [email, ...confirmed])
  const isOurs = emailVerified ? toPerson : and(toPerson, inArray(mails.kind, accountKinds))
  ctx.db
    .delete(mails)
    .where(and(isOurs, isNull(mails.sentAt)))
    .run()
  // The keys stay, as those of all sent letters do.
  const blank = { recipient: '', recipientName: '', subject: '' }
  ctx.db
    .update(mails)
    .set(blank)
    .where(and(toPerson, isNotNull(mails.sentAt)))
    .run()
}

/** Closes connected accounts to which nothing is owed. The others stay until the money has gone there. */
function closeSellerAccounts(ctx: Ctx, artistId: string): void {
  const all = ctx.db.select().from(sellerAccounts).where(eq(sellerAccounts.artistId, artistId)).all()
  for (const { accountId, mode } of all) {
    if (mode !== ctx.processor?.mode || readOwedTo(ctx, artistId, mode).length > 0) continue
    ctx.jobs.add(closeAccountJob, { accountId }, { key: accountId })
  }
}

function takeOffTheAir(ctx: Ctx, artistId: string): void {
  const { db, now } = ctx
  const own = db.select({ id: cassets.id }).from(cassets).where(eq(cassets.artistId, artistId))
  const hidden = { published: false, backgroundAssetId: null, backgroundSource: 'none' } as const
  db.update(cassets).set(hidden).where(eq(cassets.artistId, artistId)).run()
  db.update(codeBatches).set({ label: '', revokedAt: now() }).where(inArray(codeBatches.cassetId, own)).run()
  db.update(emojis)
    .set({ withdrawnAt: now(), assetId: null })
    .where(and(inArray(emojis.cassetId, own), isNull(emojis.withdrawnAt)))
    .run()
  const texts = { title: 'A drop', brief: '', terms: '' }
  db.update(campaigns).set(texts).where(eq(campaigns.artistId, artistId)).run()
  const isDraft = and(eq(campaigns.artistId, artistId), eq(campaigns.state, 'DRAFT'))
  for (const draft of db.select().from(campaigns).where(isDraft).all()) {
    moveCampaign(ctx, draft, 'CANCELLED', { userId: null, reason: 'Its artist deleted their account.' })
  }
}
