import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { users } from '../../../db/schema/account/account.ts'
import { letterReaders, letterRecipients, letters } from '../../../db/schema/audience/letter.ts'
import { mailingConsents } from '../../../db/schema/audience/mailing-list.ts'
import { unsubscribeUrl } from '../../../src/account/notification/end-digests.ts'
import { nobodysToken } from '../../../src/audience/letter/send/reader-token.ts'
import type { ReceivedMail } from '../platform/smtp.ts'
import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

type Asked = Record<string, unknown>

/** Puts addresses on an artist's mailing list, as if they had agreed long ago. */
export function addToList({ ctx }: TestServer, { artistId }: Person, emails: readonly string[]): void {
  const rows = emails.map((email, index) => ({
    id: ctx.uuid(),
    artistId,
    email,
    text: 'Yes',
    givenAt: index,
    givenFrom: 'checkout' as const,
    keyHash: `key of ${email}`,
  }))
  for (let at = 0; at < rows.length; at += 1000) {
    ctx.db
      .insert(mailingConsents)
      .values(rows.slice(at, at + 1000))
      .run()
  }
}

export const confirmAddresses = ({ ctx }: TestServer): void =>
  void ctx.db.update(users).set({ emailVerifiedAt: 1 }).run()

export const letterCall = (
  svc: TestServer,
  { cookie }: Pick<Person, 'cookie'>,
  method: string,
  path = '',
  body?: Asked,
) => svc.call(method, `/api/studio/letters${path}`, { cookie, ...(body === undefined ? {} : { body }) })

export const letterOf = ({ json }: { json: unknown }) => Object(Reflect.get(Object(json), 'letter'))

/** Writes a letter; returns its id. */
export async function writeLetter(svc: TestServer, artist: Person, asked: Asked = {}): Promise<string> {
  const { id } = letterOf(await letterCall(svc, artist, 'POST', '', {}))
  const body = { revision: 1, subject: 'A new tape', body: 'Hello **you**.', ...asked }
  const { status, text } = await letterCall(svc, artist, 'PATCH', `/${id}`, body)
  if (status !== 200) throw new Error(`no letter: ${status} ${text}`)
  return String(id)
}

/** Sends a letter, and lets the minute pass in which that can be undone. */
export async function sendNow(svc: TestServer, artist: Person, id: string): Promise<void> {
  const { status, text } = await letterCall(svc, artist, 'POST', `/${id}/schedule`, { zone: 'UTC' })
  if (status !== 200) throw new Error(`not sent: ${status} ${text}`)
  svc.tick(61_000)
}

export const letterRow = ({ ctx }: TestServer) => {
  const row = ctx.db.select().from(letters).get()
  if (!row) throw new Error('There is no letter.')
  return row
}

/** The state of each recipient, by address. */
export const statesOf = ({ ctx }: TestServer): Record<string, string> => {
  const emails = new Map(
    ctx.db
      .select()
      .from(letterReaders)
      .all()
      .map(({ id, email }) => [id, email]),
  )
  const rows = ctx.db.select().from(letterRecipients).all()
  return Object.fromEntries(rows.map(({ readerId, state }) => [emails.get(readerId) ?? '', state]))
}

/** The address at which the reader of an email ends letters, as its header names it. */
export const unsubscribePath = ({ source }: ReceivedMail, origin: string): string =>
  (/^List-Unsubscribe:\s+<([^>]+)>/m.exec(source)?.[1] ?? '').replace(origin, '')

/** A letter that is being written, and one that was sent and has a page: their ids. */
export async function addLetters(svc: TestServer, artist: Person): Promise<[string, string]> {
  const { ctx } = svc
  const body = `# Hello\n\n${'W'.repeat(80)} **you**\n\n${ctx.site.origin}/@nova\n\n- one\n- two\n\n> said`
  const draft = await writeLetter(svc, artist, { body })
  const sent = await writeLetter(svc, artist, { body, isPublic: true })
  ctx.db.update(letters).set({ state: 'SENT', begunAt: 1, word: 'a-new-tape' }).where(eq(letters.id, sent)).run()
  return [draft, sent]
}

/** The key with which somebody ends summaries, and the one of test letters, which ends nothing. */
export const unsubscribeKeys = ({ ctx }: Pick<TestServer, 'ctx'>, { userId }: Person): string[] => {
  const url = inTransaction(ctx.db, () => unsubscribeUrl(ctx, userId))
  return [new URL(url).searchParams.get('key') ?? '', nobodysToken]
}
