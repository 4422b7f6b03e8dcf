import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { type DeskPart, mayUse } from '../../platform/http/session/desk-role.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { changeUser } from '../change-user.ts'
import { artistByAnyHandle } from '../handle/artist-by-handle.ts'
import { selectPeople } from '../select-people.ts'
import { userByEmail } from '../user-by-email.ts'
import type { Helper, NewHelper } from './model.ts'

// The owner knows them all by name.
const mostHelpers = 20

const byHandle = () => say('Ask them for their handle, and name them by it.')

type Author = Pick<Viewer, 'userId'>

/**
 * Returns all who help at the desk, by their handles. Sorted here: in that order SQLite reads all
 * artists, instead of the few rows of its index of helpers.
 */
export const listHelpers = (ctx: Ctx): Helper[] =>
  selectPeople(ctx)
    .where(isNotNull(users.helperRole))
    .all()
    .flatMap(({ role: _, emailVerifiedAt: __, artistId: ___, helps, ...row }) =>
      helps === null ? [] : [{ ...row, helps }],
    )
    .sort((a, b) => (a.handle < b.handle ? -1 : 1))

export const helpersWith = (ctx: Ctx, part: DeskPart) =>
  selectPeople(ctx)
    .where(isNotNull(users.helperRole))
    .all()
    .filter(({ role, helps }) => mayUse({ role, helperRole: helps }, part))

/**
 * Lets an account help with a part of the desk, or with another one than before. Throws VALIDATION
 * for an account that there is not, or whose address is not confirmed and may be anybody's, and
 * BAD_STATE for the owner and for too many.
 */
export function nameHelper(ctx: Ctx, author: Author, { account, helps }: NewHelper): Helper {
  return inTransaction(ctx.db, () => {
    const found = findAccount(ctx, account.trim())
    if (!found)
      throw invalid(
        'account',
        say('There is no account with this handle or email address.'),
        say('They sign up first.'),
      )
    const { role, helps: before, emailVerifiedAt, artistId: _, ...person } = found
    if (isAddress(account) && emailVerifiedAt === null)
      throw invalid(
        'account',
        say('This address was never confirmed, so the account may be another person’s.'),
        byHandle(),
      )
    if (role === 'owner')
      throw new AppError('BAD_STATE', say('This account owns the site, and may do everything already.'))
    if (before === null && listHelpers(ctx).length >= mostHelpers) {
      throw new AppError('BAD_STATE', say('A site has at most {mostHelpers} helpers.', { mostHelpers }), {
        hint: say('End one of them first.'),
      })
    }
    changeUser(ctx, person.userId, { helperRole: helps })
    noteSecurity(ctx, 'helper_named', { userId: person.userId }, { helps, by: author.userId })
    return { ...person, helps }
  })
}

/** Ends what somebody helps with. Throws NOT_FOUND for somebody who does not help. */
export function endHelper(ctx: Ctx, author: Author, userId: string): void {
  const isHelper = and(eq(users.id, userId), isNotNull(users.helperRole))
  if (!selectPeople(ctx).where(isHelper).get()) throw notFound('helper')
  changeUser(ctx, userId, { helperRole: null })
  noteSecurity(ctx, 'helper_ended', { userId }, { by: author.userId })
}

const isAddress = (typed: string) => /.@./.test(typed)

function findAccount(ctx: Ctx, typed: string) {
  const userId = isAddress(typed) ? userByEmail(ctx, typed)?.userId : undefined
  const which = userId === undefined ? eq(artists.id, artistByAnyHandle(ctx, typed)?.id ?? '') : eq(users.id, userId)
  return selectPeople(ctx)
    .where(and(which, isNull(users.deletedAt)))
    .get()
}
