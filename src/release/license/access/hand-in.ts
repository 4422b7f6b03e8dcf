import type { AgreedScope } from '../../../../db/schema/release/license.ts'
import { restoredAt } from '../../../books/receipt/receipt-head.ts'
import type { Ctx } from '../../../context.ts'
import { AppError, invalid, notFound } from '../../../errors.ts'
import { canonicalJson } from '../../../lib/json/canonical-json.ts'
import { parseJsonObject } from '../../../lib/json/json.ts'
import { say } from '../../../lib/language/say.ts'
import { checkProof, readKeys } from '../../../lib/verify/check-signature.ts'
import { type LicenseFile, readLicense } from '../../../lib/verify/license/verify-license.ts'
import { type Order, orderById } from '../../../order/order.ts'
import { termsHashOf } from '../../permission/policy.ts'
import { didDocument } from '../../proof/did-document.ts'
import { type LicenseCredential, readCredentialText } from '../credential.ts'
import { type LicenseStatus, readStatus } from '../license-status.ts'
import { readPlace } from '../list-place.ts'
import { agreedHash } from '../order/agreed.ts'
import { completeLicense, type LicenseRow, licenseOf } from '../order/record-license.ts'
import { knownAgreed, readAgreed } from '../order/told-license.ts'

/** A certificate that somebody handed in: this site has signed it. */
type HandedIn = {
  readonly text: string
  readonly hash: string
  readonly credential: LicenseCredential
  readonly agreed: readonly AgreedScope[]
}

/**
 * Takes a certificate back that a restored database has lost, word for word (rule:
 * restored-licenses). Repeating it changes nothing. Throws VALIDATION unless this site signed these
 * very words, NOT_FOUND for a license that it does not know, BAD_STATE for one that has ended or
 * was not rebuilt yet.
 */
export async function handIn(ctx: Ctx, file: string): Promise<LicenseStatus> {
  const handed = await readSigned(ctx, file)
  const { licenseId } = handed.credential.credentialSubject
  return ctx.jointly(() => {
    const license = licenseOf(ctx, licenseId)
    const order = orderById(ctx, licenseId)
    if (!license || !order) throw unknownLicense(ctx, handed)
    if (license.endedAt !== null || order.state !== 'PAID') {
      const hint = say('Nothing is left to hand in: its status says so to everybody.')
      throw new AppError('BAD_STATE', say('This license has ended: the money went back.'), { hint })
    }
    if (!isOf(handed, order, license)) throw otherWords()
    const agreed = agreedBy(ctx, handed, order, license)
    if (!isWhole(license, handed, agreed)) takeBack(ctx, order, license, handed, agreed)
    return readStatus(ctx, licenseId)
  })
}

const notOurs = () =>
  invalid(
    'certificate',
    say('This is no certificate that this site has signed.'),
    say('Choose the file license.json as it was saved when the license was bought.'),
  )

const otherWords = () =>
  invalid(
    'certificate',
    say('This license was granted with other words than these.'),
    say('Choose the file license.json as it was saved when the license was bought.'),
  )

function unknownLicense(ctx: Ctx, { credential }: HandedIn): AppError {
  if (Date.parse(credential.proof.created) >= (restoredAt(ctx) ?? 0)) return notFound('license')
  return new AppError('BAD_STATE', say('This site was restored from a backup and does not know this license yet.'), {
    hint: say('Its owner has to run tapedeck doctor --fix. Then hand the certificate in again.'),
  })
}

async function readSigned(ctx: Ctx, file: string): Promise<HandedIn> {
  try {
    const whole = parseJsonObject(file)
    const { credential: inner, agreed } = whole
    const license = readLicense(inner === undefined ? file : canonicalJson(inner))
    await checkProof(license.credential, license.proof, readKeys(JSON.stringify(didDocument(ctx))), 'license')
    const text = textOf(license)
    const list = inner === undefined ? [] : (readAgreed(JSON.stringify(agreed)) ?? [])
    return { text, hash: license.hash, credential: readCredentialText(text), agreed: list }
  } catch {
    throw notOurs()
  }
}

const textOf = ({ credential, proof }: LicenseFile): string => canonicalJson({ ...credential, proof })

/** Whether a certificate is that of an order, as far as the order and its payment tell. */
function isOf({ credential, hash }: HandedIn, order: Order, { releaseId, releaseVersionId, scopes, told }: LicenseRow) {
  const subject = credential.credentialSubject
  const price = { amount: order.amountMinor, currency: order.currency }
  const isSame =
    subject.release.id === releaseId &&
    subject.releaseVersionId === releaseVersionId &&
    canonicalJson(subject.scopes.map(({ scope }) => scope)) === canonicalJson([...scopes]) &&
    canonicalJson(subject.price) === canonicalJson(price)
  const { credentialHash = null, agreedHash: wanted = null } = told ?? {}
  return isSame && (credentialHash ?? hash) === hash && (wanted ?? subject.agreedHash) === subject.agreedHash
}

/**
 * Returns what a certificate says was agreed, with the terms that the file has, or the database;
 * undefined where one of them is known by its hash alone.
 */
function agreedBy(ctx: Ctx, { credential, agreed }: HandedIn, order: Order, license: LicenseRow) {
  const { scopes, agreedHash: wanted } = credential.credentialSubject
  const of = { releaseId: license.releaseId, quoteId: order.thingId ?? '', scopes: license.scopes }
  const texts = [...agreed, ...license.agreed, ...knownAgreed(ctx, of).flat()].map(({ terms }) => terms)
  const found = scopes.map(({ scope, price, termsHash }) => ({
    scope,
    price,
    terms: texts.find((text) => termsHashOf(text) === termsHash) ?? null,
  }))
  return agreedHash(found) === wanted ? found : undefined
}

const isWhole = ({ credential, told }: LicenseRow, { text }: HandedIn, agreed: AgreedScope[] | undefined): boolean =>
  credential === text && (told === null || agreed === undefined)

/** Returns the place in a status list that a certificate names. */
function placeOf({ credentialStatus }: LicenseCredential) {
  const entry = [credentialStatus].flat().find((each) => each.type === 'BitstringStatusListEntry')
  if (!entry || !('statusListCredential' in entry)) return {}
  return readPlace(`${entry.statusListCredential.split('/').at(-1)} ${entry.statusListIndex}`) ?? {}
}

function takeBack(
  ctx: Ctx,
  order: Order,
  { credential: now, told, agent, licensee }: LicenseRow,
  { text, credential }: HandedIn,
  agreed: AgreedScope[] | undefined,
): void {
  const signedAt = Date.parse(credential.proof.created)
  // One that was signed since the database was restored gives way to the one from before.
  const again = now === null ? undefined : Date.parse(readCredentialText(now).proof.created)
  const restored = restoredAt(ctx) ?? 0
  if (told === null && (again === undefined || again < restored || signedAt >= restored)) throw otherWords()
  const subject = credential.credentialSubject
  completeLicense(ctx, order, {
    credential: text,
    agent: agent ?? subject.agent ?? null,
    licensee: licensee ?? subject.licensee,
    grantedAt: Date.parse(credential.validFrom),
    expiresAt: Date.parse(credential.validUntil),
    ...placeOf(credential),
    // Without the text of its terms it is still looked for.
    ...(agreed ? { agreed } : { told }),
  })
}
