import { type Static, Type as t } from '@sinclair/typebox'
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { licenses } from '../../../db/schema/release/license.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { orderOfLink } from '../../order/guest-link.ts'
import { Nullable, OneOf } from '../../platform/http/request/schema.ts'
import { licenseOfToken } from '../permission/license-of-token.ts'
import { Proof } from '../shape.ts'
import { signDocument } from '../signing/sign-document.ts'
import { handInUrl, licenseUrl } from './credential.ts'
import type { LicenseRow } from './order/record-license.ts'

/** Answer of GET /api/agents/licenses/{id}: whether a license has ended, signed. */
export const LicenseStatus = t.Object({
  schema: t.Literal('tapedeck.license-status.v1'),
  licenseId: t.String(),
  releaseId: t.String(),
  status: OneOf(['GRANTED', 'ENDED']),
  validUntil: t.String({ description: 'when it is over, unless it has ended before' }),
  endedAt: Nullable(t.String()),
  awaitsCertificate: t.Boolean({
    description: 'The site was restored and lost what the license says: its holder hands the certificate in.',
  }),
  url: t.String(),
  issuedAt: t.String({ description: 'as of when it is signed' }),
  proof: Proof,
})

export type LicenseStatus = Static<typeof LicenseStatus>

const granted = prepared((db) =>
  db
    .select()
    .from(licenses)
    .where(
      and(
        eq(licenses.orderId, sql.placeholder('orderId')),
        or(isNotNull(licenses.credential), and(isNotNull(licenses.told), isNotNull(licenses.grantedAt))),
      ),
    ),
)

/**
 * Returns a license that was granted, whether or not it has ended. It has no credential while it
 * waits for its certificate (rule: restored-licenses). Throws NOT_FOUND.
 */
export function grantedLicense(ctx: Ctx, licenseId: string): LicenseRow {
  const row = granted(ctx.db).get({ orderId: licenseId })
  if (!row) throw notFound('license')
  return row
}

/** Signs whether a license has ended, as its release's public events say. Throws NOT_FOUND. */
export function readStatus(ctx: Ctx, licenseId: string): LicenseStatus {
  const { releaseId, endedAt, expiresAt, credential } = grantedLicense(ctx, licenseId)
  const issuedAt = ctx.now()
  const said = {
    schema: 'tapedeck.license-status.v1' as const,
    licenseId,
    releaseId,
    status: endedAt === null ? ('GRANTED' as const) : ('ENDED' as const),
    validUntil: isoTime(expiresAt ?? 0),
    endedAt: endedAt === null ? null : isoTime(endedAt),
    awaitsCertificate: credential === null,
    url: licenseUrl(ctx, licenseId),
    issuedAt: isoTime(issuedAt),
  }
  return { ...said, proof: signDocument(ctx, said, issuedAt) }
}

/** The refusal of what needs a credential that a restored database has lost. */
export const lostCredential = (ctx: Ctx): AppError =>
  new AppError('BAD_STATE', say('This site was restored from a backup and has lost what this license says.'), {
    hint: say('Hand in its certificate at {url}.', { url: handInUrl(ctx) }),
  })

/** Evidence that a license is somebody's: its token, its link, or the account that bought it. */
export type Holder = {
  readonly token: string | undefined
  readonly secret?: string | undefined
  readonly userId: string | undefined
}

/**
 * Returns a license to the account that it was bought with and to whoever has a holder's link, also
 * when it is over, and to whoever holds its token. Throws NOT_FOUND, FORBIDDEN without the token of
 * a license that holds.
 */
export function licenseOfHolder(ctx: Ctx, licenseId: string, { token, secret, userId }: Holder): LicenseRow {
  const license = grantedLicense(ctx, licenseId)
  if (secret !== undefined && orderOfLink(ctx, 'license', secret)?.id === licenseId) return license
  if (userId !== undefined && userId === license.holderId) return license
  if (licenseOfToken(ctx, license.releaseId, token)?.id === licenseId) return license
  throw notHeld()
}

export const notHeld = (): AppError =>
  new AppError('FORBIDDEN', say('This is not the token of this license, or the license is over.'), {
    hint: say('Send the token that was shown when it was bought: Authorization: License <token>.'),
  })

const isoTime = (ms: number) => new Date(ms).toISOString()
