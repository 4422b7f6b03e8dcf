import { expect, test } from 'bun:test'
import { letterReaders } from '../../db/schema/audience/letter.ts'
import { nobodysToken, readToken, tokenLength, tokenOf } from '../../src/audience/letter/send/reader-token.ts'
import { addToList, letterRow, sendNow, unsubscribePath, writeLetter } from '../support/audience/letter.ts'
import { until } from '../support/casset/upload.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

test('an artist who writes what may stand for a token gets none of their readers’ into the letter', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, LETTERS_PER_MINUTE: '1000000' } })
  const { nova } = await world(svc)
  addToList(svc, nova, ['ada@example.com', 'bo@example.com'])
  const link = `https://evil.example/?who=${nobodysToken}`
  await sendNow(svc, nova, await writeLetter(svc, nova, { subject: nobodysToken, body: `${link} and [me](${link})` }))
  await until(
    () => letterRow(svc),
    ({ state }) => state === 'SENT',
  )
  const standIns = smtp.received.map((email) => {
    const whole = email.source.replaceAll('=\r\n', '')
    const token = unsubscribePath(email, svc.ctx.site.origin).split('key=')[1] ?? ''
    expect(readToken(svc.ctx, token)?.reader.email).toBe(email.to[0] ?? '')
    // It is in two headers and at the end of both texts, and nowhere else.
    expect([whole.split(token).length, token === nobodysToken]).toEqual([5, false])
    return whole.split(`who=3D${nobodysToken}`).length
  })
  expect(standIns).toEqual([7, 7])
})

test('tokens of readers, letters and artists have nothing in common and name nobody', async () => {
  await using svc = await startServer()
  const { ctx } = svc
  const { nova, ada } = await world(svc)
  const letterIds = [ctx.uuid(), ctx.uuid()]
  const tokens = [nova, ada].flatMap(({ artistId }) =>
    ['one@example.com', 'two@example.com', 'three@example.com'].flatMap((email) => {
      const reader = ctx.db.insert(letterReaders).values({ artistId, email, createdAt: 1 }).returning().get()
      return letterIds.map((letterId) => {
        const token = tokenOf(ctx, { letterId, reader })
        expect(readToken(ctx, token)).toEqual({ letterId, reader })
        expect([tokenOf(ctx, { letterId, reader }), token.length]).toEqual([token, tokenLength])
        return Buffer.from(token, 'base64url')
      })
    }),
  )
  const names = letterIds.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex').subarray(0, 4))
  for (const [index, token] of tokens.entries()) {
    expect(names.filter((name) => token.includes(name))).toEqual([])
    for (const other of tokens.slice(index + 1))
      for (let at = 0; at + 4 <= token.length; at += 1) expect(other.includes(token.subarray(at, at + 4))).toBe(false)
  }
})
