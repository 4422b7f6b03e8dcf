import { Type as t } from '@sinclair/typebox'
import { and, count, eq, gt } from 'drizzle-orm'
import { licenseContacts } from '../../../db/schema/release/license.ts'
import { cleanLine } from '../../account/clean-text.ts'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { notify } from '../../account/notification/notify.ts'
import { artistOf } from '../../casset/artist-of.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { dayAt, dayMs } from '../../lib/calendar.ts'
import { readAddress } from '../../platform/mail/address.ts'
import { manifestOf } from '../read-version.ts'
import type { VisibleRelease } from '../visible-release.ts'
import type { QuoteRow } from './keep-quote.ts'

/** Somebody requests a license. */
export const licenseNotification = defineNotification('license-asked', {
  namesOthers: true,
  letter: 'news',
  details: t.Object({
    name: t.String(),
    email: t.String(),
    releaseId: t.String(),
    title: t.String(),
    scopes: t.Array(t.String()),
    use: t.Optional(t.String()),
  }),
  words: ({ name, email, releaseId, title, scopes, use }) => ({
    title: `${name} asks for a license of “${title}”`,
    text: `For ${scopes.join(', ')}${use === undefined ? '' : `: “${use}”`}. Answer to ${email}`,
    path: `/studio/releases/${releaseId}`,
  }),
})

/** The name and address of somebody who asks. */
export type Contact = { name: string; email: string }

/**
 * Returns a contact as it is stored. Throws VALIDATION for an empty name and for an invalid email
 * address.
 */
export function readContact({ name, email }: Contact): Contact {
  const address = readAddress(email)
  const line = cleanLine(name)
  if (line === '') throw invalid('contact.name', 'Say who asks.')
  if (address === undefined) throw invalid('contact.email', 'Enter a valid email address.')
  return { name: line, email: address }
}

const mostADay = 20

/**
 * Stores who requests a license and notifies the artist: for each address once a day, and only for
 * a number a day, so that nobody can bury them (rule: quotes). Called in the transaction of the
 * quote.
 */
export function tellContact(ctx: Ctx, release: VisibleRelease, quote: QuoteRow, contact: Contact): void {
  const { id: quoteId, releaseId, scopes, createdAt } = quote
  const asked = ctx.db
    .select({ count: count() })
    .from(licenseContacts)
    .where(and(eq(licenseContacts.releaseId, releaseId), gt(licenseContacts.createdAt, createdAt - dayMs)))
    .get()
  ctx.db
    .insert(licenseContacts)
    .values({ ...contact, quoteId, releaseId, createdAt })
    .run()
  if ((asked?.count ?? 0) >= mostADay) return
  const { id: artistId } = artistOf(ctx, release.cassetId)
  const { title } = manifestOf(release.version).release
  const use = quote.intendedUse === null ? {} : { use: quote.intendedUse }
  const key = `${releaseId}:${contact.email}:${dayAt(createdAt)}`
  notify(ctx, licenseNotification, { artistId, key, details: { ...contact, releaseId, title, scopes, ...use } })
}
