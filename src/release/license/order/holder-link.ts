import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { certificatePath } from '../../../lib/address/certificate-path.ts'
import { hmac, sha256Hex } from '../../../lib/hash/hmac.ts'
import { say } from '../../../lib/language/say.ts'
import { issueLink, orderOfLink, saveLink } from '../../../order/guest-link.ts'
import type { CompleteEmail } from '../../../platform/mail/send-mail.ts'
import { licenseUrl } from '../credential.ts'
import { grantedLicense } from '../license-status.ts'
import { type LicenseRow, licenseOf } from './record-license.ts'

const holderUrl = ({ site }: Pick<Ctx, 'site'>, secret: string): string => `${site.origin}/licensed/${secret}`

/**
 * Returns the license behind a holder's link, also when it is over (rule: holder-link). Throws
 * NOT_FOUND.
 */
export function licenseByLink(ctx: Ctx, secret: string): LicenseRow {
  const order = orderOfLink(ctx, 'license', secret)
  if (!order) throw notFound('link')
  return grantedLicense(ctx, order.id)
}

/**
 * Returns the link of whoever claims a license. It is made from the token, so that a claim that is
 * repeated shows the same one; nobody makes the token from it. Called in a transaction.
 */
export function linkOfToken(ctx: Ctx, orderId: string, token: string): string {
  const secret = hmac(token, "the holder's link")
  saveLink(ctx, orderId, 'license', sha256Hex(secret))
  return holderUrl(ctx, secret)
}

/** The paragraph of a license's receipt that is replaced with its link when it is sent. */
export const linkOfLicense = '{{license}}'

const ofParagraph = `\n\n${linkOfLicense}\n\n`

/**
 * Returns the text of a license's receipt when it is sent: with a link for its holder created at
 * that moment, or for the account that holds it, with its page. Every other email stays unchanged.
 */
export const completeLicenseEmail: CompleteEmail = (ctx, { kind, uniqueKey, textBody }) => {
  if (kind !== 'receipt' || !textBody.includes(ofParagraph)) return textBody
  const license = licenseOf(ctx, uniqueKey.split(':')[1] ?? '')
  return license && textBody.replace(ofParagraph, () => `\n\n${linkText(ctx, license)}\n\n`)
}

function linkText(ctx: Ctx, { orderId, holderId, scopes }: LicenseRow): string {
  if (holderId !== null) {
    const url = licenseUrl(ctx, orderId)
    return say('It is in your library: sign in to print it, and to download what it names.\n{url}', { url })
  }
  const secret = issueLink(ctx, orderId, 'license')
  const url = holderUrl(ctx, secret)
  const paper = scopes.includes('download')
    ? say(
        'The license as a paper, its certificate, and the music to download. Keep this link: whoever has it holds the license, too.\n{url}',
        { url },
      )
    : say(
        'The license as a paper, and its certificate. Keep this link: whoever has it holds the license, too.\n{url}',
        { url },
      )
  const file = ctx.site.origin + certificatePath(orderId, secret)
  return `${paper}\n\n${say('The license as a file, which proves itself even without this site:\n{file}', { file })}`
}
