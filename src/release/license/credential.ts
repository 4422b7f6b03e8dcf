import { type Static, Type as t } from '@sinclair/typebox'
import type { AgreedScope } from '../../../db/schema/release/license.ts'
import type { Ctx } from '../../context.ts'
import { canonicalJson } from '../../lib/json/canonical-json.ts'
import { jsonReader } from '../../lib/json/json-reader.ts'
import { Handle, Money, Nullable } from '../../platform/http/request/schema.ts'
import { termsHashOf } from '../permission/policy.ts'
import { manifestOf, signedVersionById } from '../read-version.ts'
import { Proof, Scope } from '../shape.ts'
import { didOf, signDocument } from '../signing/sign-document.ts'
import type { ListPlace } from './list-place.ts'
import { agreedHash } from './order/agreed.ts'
import { StatusEntry, statusEntry } from './status-list.ts'

const OwnStatus = t.Object({ id: t.String(), type: t.Literal('LicenseStatus') })

/** A license as a signed statement (W3C Verifiable Credentials Data Model 2.0). */
export const LicenseCredential = t.Object({
  '@context': t.Array(t.String()),
  id: t.String({ description: 'the page of the license' }),
  type: t.Array(t.String()),
  issuer: t.String(),
  validFrom: t.String(),
  validUntil: t.String(),
  credentialStatus: t.Union([t.Array(t.Union([OwnStatus, StatusEntry])), OwnStatus], {
    description: 'ours and a place in a status list; ours alone in a license from before there were lists',
  }),
  credentialSubject: t.Object({
    type: t.String(),
    licenseId: t.String(),
    licensee: Nullable(t.String({ description: 'whom it names, as its buyer wrote it' })),
    agent: t.Optional(t.String({ description: 'the name of the agent that asked for its price and signed that' })),
    release: t.Object({ id: t.String(), title: t.String(), artist: t.String(), handle: Handle }),
    releaseVersionId: t.String(),
    manifestHash: t.String(),
    scopes: t.Array(
      t.Object({
        scope: Scope,
        price: Nullable(Money),
        termsHash: Nullable(t.String({ description: 'SHA-256 of them' })),
      }),
    ),
    agreedHash: t.String({ description: 'SHA-256 of the canonical JSON of the list of {scope, price, terms}' }),
    price: Money,
  }),
  proof: Proof,
})

export type LicenseCredential = Static<typeof LicenseCredential>

export const readCredentialText = jsonReader('The credential of a license', LicenseCredential)

// The second lets a credential use words that no context defines (VC Data Model 2.0, 5.4).
const contexts = ['https://www.w3.org/ns/credentials/v2', 'https://www.w3.org/ns/credentials/undefined-terms/v2']

export type Licensed = {
  readonly licenseId: string
  readonly releaseId: string
  readonly releaseVersionId: string
  readonly agreed: readonly AgreedScope[]
  readonly licensee: string | null
  /** The name of the agent that signed the request for its quote. */
  readonly agent: string | null
  readonly price: Money
  readonly grantedAt: number
  readonly expiresAt: number
  /** Its place in a status list; null in a license from before there were lists. */
  readonly place: ListPlace | null
}

export const licenseUrl = ({ site }: Pick<Ctx, 'site'>, licenseId: string): string =>
  `${site.origin}/licenses/${licenseId}`

/** Returns where a certificate is handed in that a restored site has lost. */
export const handInUrl = ({ site }: Pick<Ctx, 'site'>): string => `${site.origin}/licenses`

export const statusUrl = ({ site }: Pick<Ctx, 'site'>, licenseId: string): string =>
  `${site.origin}/api/agents/licenses/${licenseId}`

/**
 * Returns the signed credential of a license as its text (rule: license-credential); an event names
 * it by the hash of that.
 */
export function signCredential(ctx: Ctx, licensed: Licensed, atMs: number): string {
  const { licenseId, releaseId, releaseVersionId, agreed, licensee, agent, price, grantedAt, expiresAt, place } =
    licensed
  const ownStatus = { id: statusUrl(ctx, licenseId), type: 'LicenseStatus' as const }
  const version = signedVersionById(ctx, releaseId, releaseVersionId)
  if (!version) throw new Error(`The version ${releaseVersionId} of a license is not signed.`)
  const { release, artist } = manifestOf(version)
  const credential = {
    '@context': contexts,
    id: licenseUrl(ctx, licenseId),
    type: ['VerifiableCredential', 'ReleaseLicense'],
    issuer: didOf(ctx),
    validFrom: isoTime(grantedAt),
    validUntil: isoTime(expiresAt),
    credentialStatus: place ? [ownStatus, statusEntry(ctx, place)] : ownStatus,
    credentialSubject: {
      type: 'ReleaseLicense',
      licenseId,
      licensee,
      ...(agent === null ? {} : { agent }),
      release: { id: releaseId, title: release.title, artist: artist.displayName, handle: artist.handle },
      releaseVersionId,
      manifestHash: version.canonicalHash,
      scopes: agreed.map((each) => ({ scope: each.scope, price: each.price, termsHash: termsHashOf(each.terms) })),
      agreedHash: agreedHash(agreed),
      price,
    },
  }
  return canonicalJson({ ...credential, proof: signDocument(ctx, credential, atMs) })
}

const isoTime = (ms: number) => new Date(ms).toISOString()
