import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { licenses } from '../../../db/schema/release/license.ts'
import type { Ctx } from '../../context.ts'
import { readCredentialText } from './credential.ts'

const mostShown = 100

const ofHolder = prepared((db) =>
  db
    .select()
    .from(licenses)
    .where(and(eq(licenses.holderId, sql.placeholder('userId')), isNotNull(licenses.credential)))
    .orderBy(desc(licenses.orderId))
    .limit(mostShown),
)

export type HeldLicenseView = {
  readonly id: string
  readonly title: string
  readonly artist: string
  readonly scopes: readonly string[]
  readonly until: string
  readonly hasEnded: boolean
}

/** Returns the newest licenses that somebody bought with their account. */
export const listHeldLicenses = (ctx: Ctx, userId: string): HeldLicenseView[] =>
  ofHolder(ctx.db)
    .all({ userId })
    .flatMap(({ orderId: id, scopes, credential, endedAt }) => {
      if (credential === null) return []
      const { credentialSubject, validUntil } = readCredentialText(credential)
      const { title, artist } = credentialSubject.release
      return { id, title, artist, scopes, until: validUntil, hasEnded: endedAt !== null }
    })
