import { and, count, desc, eq, lt } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { sandboxCredentials } from '../../../db/schema/machine/sandbox.ts'
import { cleanLine } from '../../account/clean-text.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { isUuidV7 } from '../../lib/hash/uuid.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { Credential, Credentials, NewCredential } from './model.ts'

/** The most credentials of one person (rule: sandbox-credentials). */
export const mostOfPerson = 20
const prefix = 'sandbox_'
const unnamed = 'Sandbox'

type Row = typeof sandboxCredentials.$inferSelect

const toCredential = ({ id, name, createdAt }: Row): Credential => ({
  id,
  name,
  createdAt: new Date(createdAt).toISOString(),
})

/**
 * Makes a credential for the sandbox reads. Only this answer has its secret. Throws BAD_STATE when
 * the caller has as many as one person may.
 */
export function makeCredential(ctx: Ctx, { userId }: Viewer, asked: string | undefined): NewCredential {
  const secret = prefix + Buffer.from(ctx.random(32)).toString('base64url')
  const name = cleanLine(asked ?? '') || unnamed
  const row = { id: ctx.uuid(), userId, name, secretHash: sha256Hex(secret), createdAt: ctx.now() }
  inTransaction(ctx.db, () => {
    const own = eq(sandboxCredentials.userId, userId)
    const { all } = ctx.db.select({ all: count() }).from(sandboxCredentials).where(own).get() ?? { all: 0 }
    if (all >= mostOfPerson) {
      throw new AppError('BAD_STATE', say('You have {mostOfPerson} credentials.', { mostOfPerson }), {
        hint: say('Revoke one of them first.'),
      })
    }
    ctx.db.insert(sandboxCredentials).values(row).run()
  })
  return { ...toCredential(row), secret }
}

/** Returns the caller's credentials, newest first, without their secrets. */
export function listCredentials(ctx: Ctx, { userId }: Viewer, limit: number, cursor?: string): Credentials {
  const whereFurther = cursor === undefined ? undefined : lt(sandboxCredentials.id, cursor)
  const rows = ctx.db
    .select()
    .from(sandboxCredentials)
    .where(and(eq(sandboxCredentials.userId, userId), whereFurther))
    .orderBy(desc(sandboxCredentials.id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  return { credentials: page.map(toCredential), nextCursor }
}

/** Ends a credential from its next use on. Throws NOT_FOUND, FORBIDDEN for another's. */
export function revokeCredential(ctx: Ctx, { userId }: Viewer, id: string): void {
  const found = isUuidV7(id)
    ? ctx.db.select().from(sandboxCredentials).where(eq(sandboxCredentials.id, id)).get()
    : null
  if (!found) throw notFound('credential')
  if (found.userId !== userId) throw new AppError('FORBIDDEN', say('This credential belongs to somebody else.'))
  ctx.db.delete(sandboxCredentials).where(eq(sandboxCredentials.id, id)).run()
}
