import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import {
  addToList,
  letterCall,
  letterOf,
  letterRow,
  sendNow,
  statesOf,
  writeLetter,
} from '../support/audience/letter.ts'
import { until } from '../support/casset/upload.ts'
import { mailAnswers } from '../support/platform/mail-answers.ts'
import { silence, startSmtpWords } from '../support/platform/smtp-words.ts'
import { startServer } from '../support/server.ts'
import { cast, world } from '../support/world.ts'

const hourMs = 3_600_000
const readers = Array.from({ length: 60 }, (_, index) => `reader${index}@example.com`)

type Words = NonNullable<Parameters<typeof startSmtpWords>[0]>

/** A letter at its beginning, and the steps of its hours. */
async function begun(words: Words, to = readers, isSlow = false) {
  const server = startSmtpWords(words)
  const svc = await startServer({ env: { ...server.env, LETTERS_PER_MINUTE: '1000000' }, clock: 'stands' })
  const { nova } = await world(svc)
  addToList(svc, nova, to)
  const id = await writeLetter(svc, nova)
  await sendNow(svc, nova, id)
  if (!isSlow) await svc.ctx.jobs.idle()
  const passHours = async (count: number) => {
    for (let hour = 0; hour < count; hour += 1) {
      svc.tick(hourMs)
      await svc.ctx.jobs.idle()
    }
  }
  const dispose = async () => {
    await svc[Symbol.asyncDispose]()
    server[Symbol.dispose]()
  }
  return { server, svc, nova, id, passHours, [Symbol.asyncDispose]: dispose }
}

for (const [step, refusal] of [
  ['recipient', '452 4.5.3 Too many recipients this hour'],
  ['end', '550 5.4.5 Daily user sending limit exceeded'],
  ['sender', '421 4.7.0 Too many connections, slow down'],
] as const) {
  test(`a letter goes on hour by hour at the limit "${refusal}", and everybody gets it once`, async () => {
    let left = 20
    const take = (asked: string) => {
      if (asked === 'end' && left > 0) left -= 1
      return undefined
    }
    await using letter = await begun((asked) => (asked === step && left <= 0 ? refusal : take(asked)))
    const { server, svc, nova, id, passHours } = letter
    const { state, problem } = letterOf(await letterCall(svc, nova, 'GET', `/${id}`))
    expect([state, step === 'sender' || problem]).toEqual(['SENDING', step === 'sender' || refusal])
    for (let hour = 0; hour < 8; hour += 1) {
      left = 20
      await passHours(1)
    }
    expect(letterRow(svc)).toMatchObject({ state: 'SENT', sent: 60, failed: 0, problem: null })
    expect(server.taken.toSorted()).toEqual(readers.toSorted())
  })
}

test('a mail server that may not relay costs no reader a try and no address its letters', async () => {
  await using letter = await begun((step) => (step === 'recipient' ? '554 5.7.1 Relay access denied' : undefined))
  const { server, svc, passHours } = letter
  await passHours(3 * 24)
  expect(letterRow(svc)).toMatchObject({
    state: 'SENDING',
    sent: 0,
    failed: 0,
    problem: expect.stringContaining('Relay'),
  })
  expect(rowsOf(svc, 'failing_addresses')).toEqual([])
  server.state.words = () => undefined
  await passHours(2)
  expect(letterRow(svc)).toMatchObject({ state: 'SENT', sent: 60, failed: 0 })
})

test('a letter of which nothing is taken for two weeks stops and says why', async () => {
  await using letter = await begun((step) => (step === 'recipient' ? '554 5.7.1 Relay access denied' : undefined))
  const { svc, passHours } = letter
  svc.ctx.db.$client.run("UPDATE jobs SET attempts = 349 WHERE kind = 'send-letter'")
  await passHours(1)
  expect(letterRow(svc)).toMatchObject({ state: 'STOPPED', problem: expect.stringContaining('Relay') })
  expect(new Set(Object.values(statesOf(svc)))).toEqual(new Set(['WAITING']))
  letter.server.state.words = () => undefined
  expect((await letterCall(svc, letter.nova, 'POST', `/${letter.id}/again`, {})).status).toBe(200)
  await passHours(1)
  expect(letterRow(svc)).toMatchObject({ state: 'SENT', sent: 60, failed: 0, problem: null })
  expect(letter.server.taken.toSorted()).toEqual(readers.toSorted())
})

test('a letter that has ended is sent to those who did not get it, once each, and to nobody else', async () => {
  const isGone = (address: string) => /reader[1-9]@/.test(address)
  const words: Words = (step, reader) => (step === 'recipient' && isGone(reader) ? '550 5.1.1 User unknown' : undefined)
  await using letter = await begun(words)
  const { server, svc, nova, id } = letter
  const again = async () => {
    const { status } = await letterCall(svc, nova, 'POST', `/${id}/again`, {})
    await svc.ctx.jobs.idle()
    return status
  }
  expect(letterRow(svc)).toMatchObject({ state: 'SENT', sent: 51, failed: 9 })
  expect([await again(), letterRow(svc)]).toMatchObject([200, { state: 'SENT', sent: 51, failed: 9 }])
  server.state.words = () => undefined
  addToList(svc, nova, ['new@example.com'])
  expect([await again(), letterRow(svc)]).toMatchObject([200, { state: 'SENT', sent: 60, failed: 0 }])
  expect([await again(), server.taken.toSorted()]).toEqual([409, readers.toSorted()])
})

test('a letter in whose middle a server says all that servers say, or dies, reaches everybody else once', async () => {
  // Each of these is said once: at the name of its reader, or between two emails.
  const atNames = mailAnswers.filter(([step]) => step === 'recipient' || step === 'data' || step === 'end')
  const between = mailAnswers.filter(([step]) => step === 'greeting' || step === 'auth' || step === 'sender')
  const to = Array.from({ length: atNames.length + 30 }, (_, index) => `reader${index}@example.com`)
  const left = new Map(atNames.map(([step, words], index) => [`${step} ${to[index]}`, words]))
  const dying = new Set(to.slice(-5))
  let emails = 0
  const words: Words = (step, reader) => {
    const own = left.get(`${step} ${reader}`)
    left.delete(`${step} ${reader}`)
    if (own !== undefined) return own
    if (step === 'end' && dying.has(reader)) return null
    if (step === 'end') emails += 1
    const next = between.findIndex(([asked]) => asked === step)
    return emails > 10 && next >= 0 ? between.splice(next, 1)[0]?.[1] : undefined
  }
  await using letter = await begun(words, to)
  await letter.passHours(60)
  const isFinal = (reader: string) => atNames[to.indexOf(reader)]?.[2] === 'final'
  const states = Object.fromEntries(to.map((reader) => [reader, isFinal(reader) ? 'FAILED' : 'SENT']))
  expect(statesOf(letter.svc)).toEqual(states)
  expect(letter.server.taken.toSorted()).toEqual(
    to.filter((reader) => !isFinal(reader) && !dying.has(reader)).toSorted(),
  )
  expect(letterRow(letter.svc)).toMatchObject({ state: 'SENT', unsure: dying.size })
  // Only the word of its own mailbox counts against an address.
  const failing = rowsOf(letter.svc, 'failing_addresses').map((row) => Reflect.get(Object(row), 'email'))
  expect(failing.toSorted()).toEqual(to.filter(isFinal).toSorted())
  expect([left.size, between.map(([step]) => step)]).toEqual([0, expect.not.arrayContaining(['sender'])])
})

test('readers for whom the server takes minutes to answer hold up neither the others nor another letter', async () => {
  const slow = new Set(readers.slice(0, 6))
  const words: Words = (step, reader) => (step === 'end' && slow.has(reader) ? silence : undefined)
  await using letter = await begun(words, readers, true)
  const { server, svc } = letter
  const takes = (count: number) =>
    until(
      () => server.taken.length,
      (taken) => taken === count,
    )
  await takes(54)
  const other = cast(svc.ctx, 'lyra')
  addToList(svc, other, ['fan@example.com'])
  await sendNow(svc, other, await writeLetter(svc, other))
  await takes(55)
  await svc.ctx.jobs.idle()
  // They are neither repeated nor counted before the server has said what became of them.
  expect(letterRow(svc)).toMatchObject({ state: 'SENDING', sent: 54, unsure: 0 })
  server[Symbol.dispose]()
  await until(
    () => letterRow(svc).unsure,
    (unsure) => unsure === 6,
  )
  svc.tick(6_000)
  await svc.ctx.jobs.idle()
  expect(letterRow(svc)).toMatchObject({ state: 'SENT', sent: 60, unsure: 6 })
})
