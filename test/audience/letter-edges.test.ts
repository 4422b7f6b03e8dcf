import { expect, test } from 'bun:test'
import { SMTPServer } from 'smtp-server'
import { purchases } from '../../db/schema/shop/purchase.ts'
import { sendLetterJob } from '../../src/audience/letter/send/send-letter.ts'
import { uuidV7 } from '../../src/lib/hash/uuid.ts'
import {
  addToList,
  confirmAddresses,
  letterCall,
  letterOf,
  letterRow,
  sendNow,
  writeLetter,
} from '../support/audience/letter.ts'
import { until } from '../support/casset/upload.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

const fast = { LETTERS_PER_MINUTE: '1000000' }

/**
 * A mail server that reads a whole email and then closes instead of taking it, `times` times.
 */
async function closingServer(times: number) {
  const got: string[] = []
  let left = times
  const server = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: true,
    onData(stream, { envelope }, done) {
      stream.resume()
      stream.on('end', () => {
        left -= 1
        if (left >= 0) return done(Object.assign(new Error('Shutting down'), { responseCode: 421 }))
        got.push(...envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Tapedeck <deck@music.example>' }
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { env, got, [Symbol.asyncDispose]: close }
}

test('a mail server that says after the whole email that it closes has not taken it: it is sent again, once', async () => {
  await using server = await closingServer(1)
  await using svc = await startServer({ env: { ...server.env, ...fast } })
  const { nova } = await world(svc)
  addToList(svc, nova, ['bea@example.com'])
  await sendNow(svc, nova, await writeLetter(svc, nova))
  await until(
    () => svc.ctx.db.$client.query("SELECT tries FROM letter_recipients WHERE state = 'WAITING'").values()[0]?.[0],
    (tries) => tries === 1,
  )
  svc.tick(6 * 60_000)
  const { sent, failed } = await until(
    () => letterRow(svc),
    ({ state }) => state === 'SENT',
  )
  expect([sent, failed, server.got]).toEqual([1, 0, ['bea@example.com']])
})

test('a test letter that the mail server puts off is sent again', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...fast } })
  const { nova } = await world(svc)
  confirmAddresses(svc)
  smtp.answer = { code: 451, message: 'Not now' }
  const id = await writeLetter(svc, nova)
  expect((await letterCall(svc, nova, 'POST', `/${id}/test`, {})).status).toBe(204)
  await until(
    () =>
      svc.ctx.db.$client
        .query("SELECT count(*) FROM jobs WHERE kind = 'try-letter' AND problem <> ''")
        .values()[0]?.[0],
    (resting) => resting === 1,
  )
  smtp.answer = undefined
  svc.tick(10 * 60_000)
  await until(
    () => smtp.received.length,
    (length) => length === 1,
  )
})

test('a letter whose readers cannot be gathered stops and says why', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...fast } })
  const { nova } = await world(svc)
  addToList(svc, nova, ['bea@example.com'])
  svc.ctx.db.$client.run(
    "CREATE TRIGGER broken BEFORE INSERT ON letter_recipients BEGIN SELECT RAISE(ABORT, 'no room'); END",
  )
  await sendNow(svc, nova, await writeLetter(svc, nova))
  for (let attempt = 0; attempt < 25 && letterRow(svc).state !== 'STOPPED'; attempt += 1) {
    await svc.ctx.jobs.idle()
    svc.tick(24 * 3_600_000)
  }
  await svc.ctx.jobs.idle()
  expect(letterRow(svc)).toMatchObject({ state: 'STOPPED', problem: expect.stringContaining('no room') })
})

test('a letter that was taken back gets the address of its page from the subject that it is sent with', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...fast } })
  const { nova } = await world(svc)
  addToList(svc, nova, ['bea@example.com'])
  const id = await writeLetter(svc, nova, { subject: 'A secret plan' })
  await letterCall(svc, nova, 'POST', `/${id}/schedule`, { zone: 'UTC' })
  const { revision } = letterOf(await letterCall(svc, nova, 'DELETE', `/${id}/schedule`))
  await letterCall(svc, nova, 'PATCH', `/${id}`, { revision, subject: 'Good news' })
  await letterCall(svc, nova, 'POST', `/${id}/schedule`, { zone: 'UTC' })
  expect(letterRow(svc).word).toBe('good-news')
})

test('few among many who follow or are on the list are found, each once, and nobody else', async () => {
  await using svc = await startServer()
  const { nova, ada, draft } = await world(svc)
  const { db } = svc.ctx
  confirmAddresses(svc)
  addToList(
    svc,
    nova,
    Array.from({ length: 600 }, (_, index) => `reader${index}@example.com`),
  )
  db.$client.run("UPDATE mailing_consents SET user_id = ? WHERE email = 'reader555@example.com'", [ada.userId])
  const follower = (userId: string, at: number) =>
    db.$client.run('INSERT INTO follows (user_id, artist_id, created_at) VALUES (?, ?, ?)', [userId, nova.artistId, at])
  for (let index = 0; index < 600; index += 1) {
    const id = uuidV7(1, crypto.getRandomValues(new Uint8Array(10)))
    db.$client.run(
      `INSERT INTO users (id, email, email_verified_at, created_at)
        VALUES (?, ?, 1, 1)`,
      [id, `follower${index}@example.com`],
    )
    // Many join at one moment, as after an import or a concert.
    follower(id, index < 300 ? 7 : index)
  }
  follower(ada.userId, 400)
  follower(draft.userId, 400)
  for (const { userId } of [ada, draft]) {
    db.$client.run('INSERT INTO letter_followers (user_id, allowed_at) VALUES (?, 500)', [userId])
  }
  db.$client.run('UPDATE users SET email_verified_at = NULL WHERE id = ?', [draft.userId])
  db.$client.run('PRAGMA foreign_keys = OFF')
  const ways = ['free', svc.ctx.config.paymentMode] as const
  for (const mode of ways) {
    const held = { cassetId: nova.cassetId, mode, status: 'PAID', purchasedAt: 1 } as const
    db.insert(purchases)
      .values({ id: svc.ctx.uuid(), orderId: svc.ctx.uuid(), userId: ada.userId, ...held })
      .run()
  }
  const to = { list: false, followers: true, collectorsOf: nova.cassetId }
  const id = await writeLetter(svc, nova, { to })
  expect((await letterCall(svc, nova, 'GET', `/${id}/reach`)).json).toEqual({
    people: 2,
    list: 0,
    followers: 1,
    collectors: 1,
  })
})

test('an email whose answer was lost with the process counts as sent, is told apart, and is not repeated', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...fast } })
  const { nova } = await world(svc)
  addToList(svc, nova, ['bea@example.com', 'cleo@example.com'])
  const letterId = await writeLetter(svc, nova)
  const figures = async () => letterOf(await letterCall(svc, nova, 'GET', `/${letterId}`)).figures
  await sendNow(svc, nova, letterId)
  const isSent = () =>
    until(
      () => letterRow(svc),
      ({ state }) => state === 'SENT',
    )
  await isSent()
  expect(await figures()).toMatchObject({ recipients: 2, sent: 2, unsure: 0 })
  // This is how a process leaves the row when it is killed between the last line of an email and
  // the answer.
  const sql = svc.ctx.db.$client
  sql.run(
    "UPDATE letter_recipients SET state = 'ASKED' WHERE reader_id = (SELECT min(reader_id) FROM letter_recipients)",
  )
  sql.run("UPDATE letters SET state = 'SENDING', sent = 1, ended_at = NULL")
  svc.ctx.jobs.add(sendLetterJob, { letterId }, { key: letterId, lane: nova.artistId })
  await isSent()
  expect(await figures()).toMatchObject({ recipients: 2, sent: 2, unsure: 1, failed: 0 })
  expect(smtp.received).toHaveLength(2)
})
