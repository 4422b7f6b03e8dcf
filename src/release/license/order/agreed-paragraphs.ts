import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { sumText } from '../../../lib/money/money.ts'
import { longDay } from '../../../lib/time/day-text.ts'
import type { Order } from '../../../order/order.ts'
import { licenseUrl, readCredentialText } from '../credential.ts'
import { linkOfLicense } from './holder-link.ts'
import { type LicenseRow, licenseOf } from './record-license.ts'

/**
 * Returns the paragraphs of a receipt about its license: its holder and end, the link, scopes,
 * prices, terms, agent and public page.
 */
export function agreedParagraphs(ctx: Ctx, { id }: Pick<Order, 'id'>): string[] {
  const license = licenseOf(ctx, id)
  if (!license) return []
  const { agreed, agent } = license
  const lines = agreed.map(({ scope, price, terms }) =>
    [`- ${scope}${price ? `: ${sumText(price)}` : ''}`, ...(terms === null ? [] : [indented(terms)])].join('\n'),
  )
  return [
    factsOf(license),
    linkOfLicense,
    ...(lines.length > 0 ? [say('What was agreed, and stays so:\n{list}', { list: lines.join('\n') })] : []),
    ...(agent === null ? [] : [say('It was asked for by the program of {agent}, which signed that.', { agent })]),
    say('The license, and whether it has ended:\n{licenseUrl}', { licenseUrl: licenseUrl(ctx, id) }),
  ]
}

function factsOf({ licensee, credential, expiresAt }: LicenseRow): string {
  const release = credential === null ? null : readCredentialText(credential).credentialSubject.release
  const facts = [
    [say('Holder ## of a license'), licensee ?? say('whoever has its link or its token')],
    [say('Music'), release && say('{title} by {artist}', { title: release.title, artist: release.artist })],
    [say('Valid until'), expiresAt && longDay(expiresAt)],
  ]
  return facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n')
}

/** The artist's text is kept apart from ours: none of its lines can pass for one. */
const indented = (text: string) =>
  text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
