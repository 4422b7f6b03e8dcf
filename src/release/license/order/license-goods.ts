import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { sumText } from '../../../lib/money/money.ts'
import { longDay } from '../../../lib/time/day-text.ts'
import type { Goods } from '../../../order/goods.ts'
import { type Order, thingIdOf } from '../../../order/order.ts'
import { isVisibleRelease } from '../../visible-release.ts'
import { licenseUrl, readCredentialText } from '../credential.ts'
import { linkOfLicense } from './holder-link.ts'
import { lostLicense } from './lost-license.ts'
import { type LicenseRow, licenseOf, recordLicense } from './record-license.ts'

/** A license: an agent without an account buys any number of them, each with a quote. */
export const licenseGoods: Goods = {
  kind: 'license',
  holding: {
    find(ctx, order) {
      const license = licenseOf(ctx, order.id)
      return license && license.status !== null ? { ...license, status: license.status } : undefined
    },
    isLive(ctx, order) {
      const license = licenseOf(ctx, order.id)
      return license !== undefined && license.grantedAt !== null && license.endedAt === null
    },
  },
  delivery: 'download',
  taxed: 'always',
  deliver: recordLicense,
  obstacle(ctx, order) {
    const license = licenseOf(ctx, order.id)
    return license && isVisibleRelease(ctx, license.releaseId)
      ? null
      : () => say('what was to be licensed is no longer published ## after a colon')
  },
  lost: lostLicense,
  checkoutPath: (order) => `/license/${thingIdOf(order)}`,
  get label() {
    return say('License ## one')
  },
  receipt: { name: ({ order }) => say('License of {what}', { what: String(order.subject) }) },
  sale: {
    holderName: (ctx, { id }) => licenseOf(ctx, id)?.licensee ?? null,
    did: ({ order }, who) => say('{who} licensed {what}', { who, what: String(order.subject) }),
    what: ({ order }) => order.subject,
    title: ({ order }) => order.subject,
    name: ({ order }) => say('a license of {what}', { what: String(order.subject) }),
    get refundWarning() {
      return say('After a full refund, the license ends; after a partial one, it stays valid.')
    },
  },
  evidence: {
    product: ({ order }, seller) =>
      `A License of ${order.subject}, by the artist ${seller}. It is digital: the license is a secret that its ` +
      'buyer is shown right after the payment.',
    isInAccount: false,
  },
  email: {
    thanks: (name, seller) => say('{name} by {seller} is paid: here is the license.', { name, seller }),
    way: () => [],
    agreed: agreedParagraphs,
    get kept() {
      return say('The license stays valid.')
    },
    get ended() {
      return say('The license has ended: its link and its token give nothing any more.')
    },
    get keptAfterAll() {
      return say('Until the refund goes through, the license stays valid.')
    },
  },
  figure: 'licenses',
  ledgerName: (_ctx, { subject }) => subject ?? '',
}

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
