import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { isoOf } from '../../lib/time/iso-time.ts'

/** Returns where to report a weakness (RFC 9116). Throws NOT_FOUND without an address for it. */
export function securityText({ config, site, now }: Ctx): string {
  const { contactEmail, languages } = config.site
  if (contactEmail === null) throw notFound('page')
  return [
    `Contact: mailto:${contactEmail}`,
    `Expires: ${expiry(now())}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${site.origin}/.well-known/security.txt`,
    '',
  ].join('\n')
}

/** The first day of a month, half a year on, so that the text is the same for weeks. */
function expiry(now: number): string {
  const day = new Date(now)
  return isoOf(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 6)) ?? ''
}
