import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import type { Json } from '../../lib/json/json.ts'
import { Money, Nullable } from '../../platform/http/request/schema.ts'
import { didDocument } from '../proof/did-document.ts'
import { provePlaces } from '../proof/prove-history.ts'
import { DidDocument, PlacesProof } from '../proof/shape.ts'
import { listLicenseEvents } from '../provenance/list-events.ts'
import { Scope } from '../shape.ts'
import { latestCheckpoint } from '../transparency-log/latest-checkpoint.ts'
import { LicenseCredential, readCredentialText } from './credential.ts'
import { type Holder, LicenseStatus, licenseOfHolder, lostCredential, readStatus } from './license-status.ts'

const Event: TSchema = t.Unsafe<Json>(
  t.Object({}, { additionalProperties: true, description: 'as the history has it' }),
)

/** A license that stands alone: it shows all of it without its site (rule: license-file). */
export const LicenseDocument = t.Object({
  schema: t.Literal('tapedeck.license.v1'),
  credential: LicenseCredential,
  agreed: t.Array(t.Object({ scope: Scope, price: Nullable(Money), terms: Nullable(t.String()) }), {
    description: 'the terms in full, which the credential has as hashes',
  }),
  keys: DidDocument,
  events: t.Array(Event, { description: 'the events of the license, oldest first' }),
  log: PlacesProof,
  status: LicenseStatus,
})

export type LicenseDocument = Static<typeof LicenseDocument>

const triesOfLog = 15
const tryMs = 200

/**
 * Returns a license as one file. Throws as `licenseOfHolder`, and BAD_STATE while the license waits
 * for its certificate.
 */
export async function writeLicense(ctx: Ctx, licenseId: string, holder: Holder): Promise<LicenseDocument> {
  const { releaseId } = licenseOfHolder(ctx, licenseId, holder)
  const lastPlace = () => listLicenseEvents(ctx, releaseId, licenseId).at(-1)?.place ?? 0
  // One that was granted a moment ago is in the log with the next checkpoint.
  for (let left = triesOfLog; left > 0 && lastPlace() >= (latestCheckpoint(ctx)?.size ?? 0); left -= 1) {
    await Bun.sleep(tryMs)
  }
  // As of one moment, which nothing is waited for in between.
  const { credential, agreed } = licenseOfHolder(ctx, licenseId, holder)
  if (credential === null) throw lostCredential(ctx)
  const events = listLicenseEvents(ctx, releaseId, licenseId)
  const said = { status: readStatus(ctx, licenseId), keys: didDocument(ctx) }
  return {
    schema: 'tapedeck.license.v1',
    credential: readCredentialText(credential),
    agreed: [...agreed],
    keys: said.keys,
    events: events.map(({ event }) => event),
    log: await provePlaces(
      ctx,
      releaseId,
      events.map(({ place }) => place),
    ),
    status: said.status,
  }
}
