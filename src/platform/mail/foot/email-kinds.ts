import { say } from '../../../lib/language/say.ts'

/** Why somebody gets emails of a kind: stands at the foot of each, and in the draft on privacy. */
export type EmailReason = 'account' | 'purchase' | 'asked' | 'given' | 'invited' | 'list' | 'reported' | 'runs'

export const emailKinds = {
  'verify-email': 'account',
  'reset-password': 'account',
  'password-changed': 'account',
  'sign-in-changed': 'account',
  'identity-linked': 'account',
  'change-email': 'account',
  'email-changed': 'account',
  'address-news': 'account',
  'export-ready': 'account',
  'gathered-sales': 'account',
  'gathered-money': 'account',
  'gathered-news': 'account',
  'content-decision': 'account',
  'co-casset-invitation': 'account',
  'co-casset-splits': 'account',
  'disputed-sale-inquiry': 'account',
  'disputed-sale-open': 'account',
  'disputed-sale-appeal': 'account',
  'disputed-sale-lost': 'account',
  'disputed-sale-kept': 'account',
  'license-asked': 'account',
  'price-fell': 'account',
  'seller-asked': 'account',
  'seller-allowed': 'account',
  'seller-refused': 'account',
  'seller-closed': 'account',
  receipt: 'purchase',
  refund: 'purchase',
  'refund-failed': 'purchase',
  'dispute-lost': 'purchase',
  undelivered: 'purchase',
  'payment-failed': 'purchase',
  'guest-links': 'purchase',
  withdrawal: 'purchase',
  preorder: 'purchase',
  support: 'purchase',
  'gift-taken': 'purchase',
  'track-erased': 'purchase',
  'music-taken-down': 'purchase',
  'license-answer': 'asked',
  gift: 'given',
  invitation: 'invited',
  'mailing-list-joined': 'list',
  'mailing-list-asked': 'list',
  'content-report': 'reported',
  'report-received': 'reported',
  'look-over': 'runs',
} as const satisfies Readonly<Record<string, EmailReason>>

export type EmailKind = keyof typeof emailKinds

/** Returns why an email is sent, as its reader is told; null for a kind of another version. */
export function reasonOf(kind: string, site: string): string | null {
  const reason = Object.entries(emailKinds).find(([name]) => name === kind)?.[1]
  return reason === undefined ? null : reasons(site)[reason]
}

/** Returns all reasons for which this program sends emails. */
export const reasonsOf = (site: string): readonly string[] => Object.values(reasons(site))

const reasons = (site: string): Readonly<Record<EmailReason, string>> => ({
  account: say('You get this because this address has an account at {site}.', { site }),
  purchase: say('You get this because this address was given for a purchase at {site}.', { site }),
  asked: say('You get this because somebody wrote to an artist at {site} from this address.', { site }),
  given: say('You get this because somebody gave you something at {site}, and named this address.', { site }),
  invited: say('You get this because somebody invited this address to {site}.', { site }),
  list: say('You get this because this address was entered for news at {site}.', { site }),
  reported: say('You get this because this address was given with a report at {site}.', { site }),
  runs: say('You get this because you run {site}.', { site }),
})
