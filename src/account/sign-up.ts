import { eq } from 'drizzle-orm'
import { artists, users } from '../../db/schema/account.ts'
import { cassets } from '../../db/schema/casset.ts'
import type { Ctx } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import { cutText } from '../lib/code-points.ts'
import { readAddress } from '../mail/address.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { toAccount } from './artist.ts'
import { cleanLine } from './clean-text.ts'
import { isHandleFree } from './handle.ts'
import { verifyLetter } from './letters.ts'
import type { Account, SignUp } from './model.ts'
import { type Client, startSession } from './session.ts'

const maxCassetName = 120

/** Who has signed in, and the token for the cookie. */
export type SignedIn = { account: Account; token: string }

/**
 * Makes an account with its one artist record and its one casset (unpublished, free), and signs it in. Throws BAD_STATE
 * on a taken handle or known email, FORBIDDEN where registration is not open (contract 3).
 */
export async function signUp(ctx: Ctx, draft: SignUp, client: Client): Promise<SignedIn> {
  refuseClosed(ctx)
  const email = readAddress(draft.email)
  if (email === undefined) throw invalid('email', 'This is not a mail address.')
  const displayName = cleanLine(draft.displayName)
  if (displayName === '') throw invalid('displayName', 'A name needs something that can be seen.')
  const { handle } = draft
  refuseTaken(ctx, handle, email)
  const passwordHash = await ctx.passwords.hash(draft.password)
  return ctx.db.transaction(
    () => {
      // Asked again: somebody else may have come while the password was hashed.
      refuseTaken(ctx, handle, email)
      const userId = ctx.uuid()
      const artistId = ctx.uuid()
      const createdAt = ctx.now()
      ctx.db.insert(users).values({ id: userId, email, passwordHash, createdAt }).run()
      ctx.db.insert(artists).values({ id: artistId, userId, handle, displayName, createdAt }).run()
      const name = cutText(displayName, maxCassetName)
      const { currency } = ctx.config
      ctx.db.insert(cassets).values({ id: ctx.uuid(), artistId, name, currency, createdAt }).run()
      queueMail(ctx, verifyLetter(ctx, { name: handle, address: email }))
      const token = startSession(ctx, userId, client)
      return { account: toAccount({ userId, email, artistId, handle, displayName }), token }
    },
    { behavior: 'immediate' },
  )
}

function refuseClosed(ctx: Ctx): void {
  if (ctx.config.registration === 'open') return
  const hint =
    ctx.config.registration === 'invite'
      ? 'New accounts are by invitation: ask the person who runs this place.'
      : 'The person who runs this place has closed sign-up.'
  throw new AppError('FORBIDDEN', 'Sign-up is not open here.', { hint })
}

function refuseTaken(ctx: Ctx, handle: string, email: string): void {
  if (!isHandleFree(ctx, handle)) {
    throw new AppError('BAD_STATE', 'This handle is taken.', { field: 'handle', hint: 'Choose another one.' })
  }
  if (ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email)).get()) {
    const hint = 'Sign in, or ask for a new password.'
    throw new AppError('BAD_STATE', 'There is an account with this address.', { field: 'email', hint })
  }
}
