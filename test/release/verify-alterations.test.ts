import { afterAll, beforeAll, expect, test } from 'bun:test'
import { verifyCommand } from '../../src/operate/command/verify/verify.ts'
import { alterations, type Recorded } from '../support/release/alterations.ts'
import { eventfulRelease, proxyOf } from '../support/release/eventful.ts'
import type { TestServer } from '../support/server.ts'

let svc: TestServer
let id = ''
let recorded: Recorded

beforeAll(async () => {
  ;({ svc, id, recorded } = await eventfulRelease())
})
afterAll(() => svc[Symbol.asyncDispose]())

/** The end and the print of `tapedeck verify` when the site's answers are altered on their way. */
async function verified(alter: (text: string, path: string) => string) {
  await using proxy = proxyOf(svc.url, alter)
  const lines: string[] = []
  const exitCode = await verifyCommand([`${proxy.url}/releases/${id}`], (line) => lines.push(line))
  return { exitCode, lines }
}

test('an unaltered release is verified, also through somebody between', async () => {
  const asked: string[] = []
  const { exitCode, lines } = await verified((text, path) => {
    asked.push(path)
    return text
  })
  expect([exitCode, lines.at(-1)]).toEqual([0, 'Verified: all 5 checks hold.'])
  expect(asked.length).toBe(8)
  expect(alterations.length).toBeGreaterThanOrEqual(100)
})

test.each([...alterations])('verify ends with 2 when %s', async (_, alter) => {
  let isChanged = false
  const { exitCode, lines } = await verified((text, path) => {
    const altered = alter(text, path, recorded)
    isChanged ||= altered !== text
    return altered
  })
  expect(isChanged).toBe(true)
  expect([exitCode, lines.some((line) => /^ {2}ALTERED|^Altered/.test(line))]).toEqual([2, true])
})

test('an event that was changed in the database file is named by verify', async () => {
  const { ctx } = svc
  const db = ctx.db.$client
  db.run('DROP TRIGGER release_events_no_update')
  const newest = 'release_id = ? AND sequence = (SELECT max(sequence) FROM release_events WHERE release_id = ?)'
  const row = db.query(`SELECT event, sequence FROM release_events WHERE ${newest}`).get(id, id)
  const { event, sequence } = Object(row)
  const changed = event.replace('"decision":"DENY"', '"decision":"ALLOW"')
  const hash = new Bun.CryptoHasher('sha256').update(changed).digest('hex')
  db.query(`UPDATE release_events SET event = ?, event_hash = ? WHERE ${newest}`).run(changed, hash, id, id)
  const { exitCode, lines } = await verified((text) => text)
  expect([exitCode, lines.join('\n')]).toEqual([
    2,
    expect.stringContaining(`Event ${sequence} is not in the log: it was altered or added.`),
  ])
})
