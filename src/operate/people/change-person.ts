import { inTransaction } from '../../../db/commits.ts'
import { issueResetLink, resetEmail } from '../../account/email/emails.ts'
import { endSessions, endStreams } from '../../account/session/session.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { isUuidV7 } from '../../lib/hash/uuid.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { eraseAccount, leavingOf } from '../deletion/delete-account.ts'
import { obstaclesTo, owedText } from '../deletion/obstacles.ts'
import type { Deleting, ResetLink } from './model.ts'
import { personRow } from './read-person.ts'

/** Returns an account. Throws NOT_FOUND. */
function personFor(ctx: Ctx, id: string) {
  const person = isUuidV7(id) ? personRow(ctx, id) : undefined
  if (!person) throw notFound('account')
  return person
}

/** Signs somebody out everywhere. Throws NOT_FOUND. */
export function signOutEverywhere(ctx: Ctx, author: Viewer, id: string): void {
  const { userId } = personFor(ctx, id)
  const ended = inTransaction(ctx.db, () => endSessions(ctx, userId))
  endStreams(ctx, ended)
  noteSecurity(ctx, 'session_ended', { userId }, { count: ended.length, by: author.userId })
}

/**
 * Sends somebody a link to set a new password. Where the site sends no email, the owner of the
 * instance gets it instead, to pass on. Throws NOT_FOUND, and BAD_STATE for a helper
 * where no email is sent: with the link they could sign in as that person.
 */
export function makeResetLink(ctx: Ctx, author: Viewer, id: string): ResetLink {
  const { userId, email } = personFor(ctx, id)
  const isSent = ctx.mailer !== undefined
  if (!isSent && author.role !== 'owner') {
    throw new AppError('BAD_STATE', say('This site sends no email, so only its owner makes such links.'))
  }
  noteSecurity(ctx, 'reset_asked', { userId }, { by: author.userId })
  if (!isSent) return { link: issueResetLink(ctx, userId) }
  queueEmail(ctx, resetEmail(ctx, email))
  return { link: null }
}

/**
 * Deletes somebody's account as they could themselves (rule: deletion), for the owner of the
 * instance. Throws NOT_FOUND, VALIDATION for another handle than theirs, and BAD_STATE
 * with what has to end first, or for an account that the site owes money. `requireStill` throws
 * where the author may not do this any more.
 */
export async function deletePerson(
  ctx: Ctx,
  author: Pick<Viewer, 'userId'>,
  { id, handle }: Deleting & { id: string },
  requireStill: () => void,
): Promise<void> {
  const person = deletablePerson(ctx, id, handle)
  const leaving = leavingOf(ctx, { ...person, emailVerified: person.emailVerifiedAt !== null })
  await eraseAccount(ctx, leaving, () => {
    requireStill()
    deletablePerson(ctx, id, handle)
  })
  noteSecurity(ctx, 'account_deleted', { userId: person.userId }, { by: author.userId })
}

/** Returns an account that can be deleted now. Throws as `deletePerson` does. */
function deletablePerson(ctx: Ctx, id: string, handle: string) {
  const person = personFor(ctx, id)
  if (handle.trim().replace(/^@/, '').toLowerCase() !== person.handle) {
    throw invalid('handle', say('Type {handle} to delete this account.', { handle: person.handle }))
  }
  const [first] = obstaclesTo(ctx, person)
  if (first)
    throw new AppError('BAD_STATE', say('It cannot be deleted yet. To them: {why}', { why: first.why }), {
      hint: first.hint,
    })
  const owed = owedText(ctx, person)
  if (owed !== '') {
    const hint = say('Pay it out first, or suspend the account.')
    throw new AppError('BAD_STATE', say('This site still owes them {owed}.', { owed }), { hint })
  }
  return person
}
