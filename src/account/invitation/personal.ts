import { and, eq, isNull } from 'drizzle-orm'
import { invitations } from '../../../db/schema/account/invitation.ts'
import type { Personal } from '../../platform/personal.ts'

/** The invitations that somebody made, or that only they can use. */
export const invitationPersonal: Personal = {
  erases: ['invitations'],
  /**
   * An invitation that only a forgotten address could use is revoked: without the address, anybody
   * could use it.
   */
  forget({ db, now }, { userId, email, emailVerified }) {
    const blank = { email: null, note: null }
    db.update(invitations).set(blank).where(eq(invitations.userId, userId)).run()
    if (!emailVerified) return
    const whereOpen = and(eq(invitations.email, email), isNull(invitations.usedAt), isNull(invitations.revokedAt))
    db.update(invitations).set({ revokedAt: now() }).where(whereOpen).run()
    db.update(invitations).set(blank).where(eq(invitations.email, email)).run()
  },
}
