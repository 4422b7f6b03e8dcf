import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type Stripe from 'stripe'
import type { AgreedScope, ToldLicense } from '../../../../db/schema/release/license.ts'
import { readPolicies } from '../../../casset/usage/read-policies.ts'
import type { Ctx } from '../../../context.ts'
import { sha256Hex } from '../../../lib/hash/hmac.ts'
import { canonicalJson } from '../../../lib/json/canonical-json.ts'
import { tryJson } from '../../../lib/json/json.ts'
import type { Order } from '../../../order/order.ts'
import { partsOf } from '../../../order/payees.ts'
import { Money, Nullable } from '../../../platform/http/request/schema.ts'
import { textIn, textMetadata } from '../../../shop/rest/told-list.ts'
import { Scope } from '../../shape.ts'
import { readCredentialText } from '../credential.ts'
import { placeIn, placeText, readPlace } from '../list-place.ts'
import { policiesOf } from '../quote/price-scopes.ts'
import { findQuote } from '../quote/save-quote.ts'
import { agreedHash, agreedOf } from './agreed.ts'
import type { LicenseRow } from './record-license.ts'

// The processor keeps 50 values of 500 characters with a payment; an emoji counts as two.
const mostValues = 50
const longestValue = 500

/** The values that a payment of a license has besides the text of what was agreed and its parts. */
const otherValues = 31

/**
 * Returns a payment's metadata that rebuilds its license word for word: what was agreed, as text if
 * it fits, and the holder (rule: restored-licenses).
 */
export function toldOf(ctx: Ctx, order: Order, license: LicenseRow): Record<string, string> {
  const { agreed, licensee, agent, holderId, reservedHash, tokenHash, grantedAt, expiresAt, credential } = license
  const place = placeIn(license)
  const text = textMetadata('agreed', canonicalJson(agreed))
  const room = mostValues - otherValues - partsOf(ctx, order).length
  const signedAt = credential === null ? null : Date.parse(readCredentialText(credential).proof.created)
  const told = {
    agreedHash: agreedHash(agreed),
    ...(Object.keys(text).length <= room ? text : {}),
    licensee,
    agent,
    holderId,
    reservedHash,
    tokenHash,
    ...(signedAt === null ? {} : { licenseTimes: `${grantedAt} ${expiresAt} ${signedAt}` }),
    licensePlace: place && placeText(place),
    credentialHash: credential === null ? null : sha256Hex(credential),
  }
  const fitting: [string, string][] = Object.entries(told).flatMap(([name, value]) =>
    value && value.length <= longestValue ? [[name, value]] : [],
  )
  return Object.fromEntries(fitting)
}

const Agreed = t.Array(
  t.Object({ scope: Scope, price: Nullable(Money), terms: Nullable(t.String()) }, { additionalProperties: false }),
)

/** Returns what was agreed, from its text; undefined where it is another text than that. */
export function readAgreed(text: string): AgreedScope[] | undefined {
  const value = tryJson(text)
  // The order in which they are stored.
  return Value.Check(Agreed, value) ? value.map(({ scope, price, terms }) => ({ scope, price, terms })) : undefined
}

const isHash = (text: string | undefined): text is string => text !== undefined && /^[0-9a-f]{64}$/.test(text)
const times = /^(\d{13,14}) (\d{13,14}) (\d{13,14})$/

/**
 * Returns what was agreed for some scopes, by the texts that the database still has: of the quote
 * that was bought, and of the policies as they are.
 */
export function knownAgreed(
  ctx: Ctx,
  { releaseId, quoteId, scopes }: { releaseId: string; quoteId: string; scopes: readonly string[] },
): AgreedScope[][] {
  const policies = readPolicies(ctx, releaseId)
  const now = policies.length > 0 ? agreedOf(policiesOf(policies, scopes)) : []
  return [findQuote(ctx, quoteId)?.agreed ?? [], now]
}

/** Returns what a payment tells of its license, as far as it can be read. */
export function toldIn(ctx: Ctx, metadata: Stripe.Metadata) {
  const { agreedHash: hash, credentialHash, licensePlace = '', licenseTimes = '', reservedHash, tokenHash } = metadata
  const { releaseId = '', thingId: quoteId = '', scopes = '' } = metadata
  const [, grantedAt, expiresAt, signedAt] = times.exec(licenseTimes)?.map(Number) ?? []
  const told: ToldLicense = {
    agreedHash: isHash(hash) ? hash : null,
    credentialHash: isHash(credentialHash) ? credentialHash : null,
    tokenHash: isHash(tokenHash) ? tokenHash : null,
    times:
      grantedAt === undefined || expiresAt === undefined || signedAt === undefined
        ? null
        : [grantedAt, expiresAt, signedAt],
  }
  const candidates = [
    readAgreed(textIn(metadata, 'agreed')),
    ...knownAgreed(ctx, { releaseId, quoteId, scopes: scopes.split(' ') }),
  ]
  return {
    told,
    agreed: candidates.find((each) => each && agreedHash(each) === told.agreedHash),
    licensee: metadata.licensee ?? null,
    agent: metadata.agent ?? null,
    holderId: metadata.holderId ?? null,
    reservedHash: isHash(reservedHash) ? reservedHash : null,
    ...readPlace(licensePlace),
  }
}
