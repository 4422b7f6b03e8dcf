import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { artists, users } from '../../../db/schema/account/account.ts'
import { mails } from '../../../db/schema/platform/mail.ts'
import { queueEmail } from '../../../src/platform/mail/queue-email.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

const addressOf = 'ada@example.com'

function greetingIn({ ctx }: TestServer, to = addressOf): string | undefined {
  const uniqueKey = ctx.uuid()
  queueEmail(ctx, {
    uniqueKey,
    kind: 'look-over',
    to: { address: to },
    write: () => ({ subject: 'x', paragraphs: [] }),
  })
  const mail = ctx.db.select().from(mails).where(eq(mails.uniqueKey, uniqueKey)).get()
  return `${mail?.textBody.split('\n', 1)} To: ${mail?.recipientName}`
}

const longest = 'x'.repeat(31)

test('an email greets its reader by name, and an unconfirmed address by a name that can advertise nothing', async () => {
  await using svc = await startServer()
  const { userId, artistId } = cast(svc.ctx, 'ada')
  const greetedAs = (displayName: string, emailVerifiedAt: number | null) => {
    svc.ctx.db.update(artists).set({ displayName }).where(eq(artists.id, artistId)).run()
    svc.ctx.db.update(users).set({ emailVerifiedAt }).where(eq(users.id, userId)).run()
    return greetingIn(svc)
  }
  for (const name of ['Ada Lovelace', 'Ito & the Gulls', 'O’Brien', '山田 花子', 'José'])
    expect(greetedAs(name, null)).toBe(`Hello ${name}, To: ${name}`)
  const advertisements = {
    'Buy at pills.example': 'Buy at pills. example',
    'https://a.example': 'https: //a. example',
    'Call 0900 123': 'Call 0900 123',
    'a@b.example': 'a@b.example',
    [longest]: longest,
  }
  for (const [name, shown] of Object.entries(advertisements)) {
    expect(greetedAs(name, null)).toBe('Hello ada, To: ada')
    expect(greetedAs(name, 1)).toBe(`Hello ${shown}, To: ${shown}`)
  }
  expect(greetingIn(svc, 'nobody@example.com')).toBe('Hello there, To: ')
})
