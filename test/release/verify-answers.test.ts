import { afterAll, beforeAll, expect, test } from 'bun:test'
import { verifyCommand } from '../../src/operate/command/verify/verify.ts'
import { answerAlterations, linkedRelease } from '../support/release/answer-alterations.ts'
import { proxyOf } from '../support/release/eventful.ts'
import { isSigned } from '../support/release/verify.ts'

let made: Awaited<ReturnType<typeof linkedRelease>>

beforeAll(async () => {
  made = await linkedRelease()
})
afterAll(() => made.svc[Symbol.asyncDispose]())

/** The end of `tapedeck verify`, and its line about the answers when they are altered. */
async function verified(alter: (text: string, path: string) => string = (text) => text): Promise<[number, string]> {
  await using proxy = proxyOf(made.svc.url, alter)
  const lines: string[] = []
  const exitCode = await verifyCommand([`${proxy.url}/releases/${made.id}`], (line) => lines.push(line))
  return [exitCode, lines.find((line) => / answers +/.test(line)) ?? lines.join('\n')]
}

const answered = (path: string) => made.svc.fetch(path)

test('DNA, lineage and dossier are signed, and the same answer has the same bytes', async () => {
  for (const path of made.before.keys()) {
    const first = await answered(path)
    const { proof, ...said } = Object(await first.json())
    expect(await isSigned(said, proof)).toBe(true)
    expect((await answered(path)).headers.get('etag')).toBe(first.headers.get('etag'))
  }
  expect(await verified()).toEqual([0, expect.stringMatching(/ok +answers +DNA, lineage and dossier are signed, and/)])
})

test.each(answerAlterations)('verify ends with 2 when something is changed in the answer: %s', async (_, alter) => {
  let isChanged = false
  const found = await verified((text, path) => {
    const altered = alter(text, path)
    isChanged ||= altered !== text
    return altered
  })
  expect([isChanged, ...found]).toEqual([true, 2, expect.stringMatching(/ALTERED +answers/)])
})

test('an older answer, or one about another release, is not taken for this one, however well it is signed', async () => {
  for (const [path, text] of made.before) {
    const old = (answer: string, asked: string) => (asked === path ? text : answer)
    // A cache may have it for some minutes.
    expect(await verified(old)).toEqual([
      1,
      expect.stringMatching(/not read +answers +This release was changed just now/),
    ])
  }
  made.svc.tick(3_600_000)
  for (const [path, text] of made.before) {
    const old = (answer: string, asked: string) => (asked === path ? text : answer)
    expect(await verified(old)).toEqual([2, expect.stringMatching(/ALTERED +answers/)])
    const others = await (await answered(path.replace(made.id, made.other))).text()
    const other = (answer: string, asked: string) => (asked === path ? others : answer)
    expect(await verified(other)).toEqual([2, expect.stringMatching(/ALTERED +answers/)])
  }
})

test('an answer that no event says is found: it was changed in the database file', async () => {
  const { svc, id } = made
  const db = svc.ctx.db.$client
  for (const [change, back, found] of [
    ["decision = 'ALLOW'", "decision = 'DENY'", 'The DNA says ALLOW of sync, and the history says DENY.'],
  ] as const) {
    const write = (set: string) =>
      db.query(`UPDATE release_policies SET ${set} WHERE release_id = ? AND scope = 'sync'`).run(id)
    write(change)
    expect(await verified()).toEqual([2, expect.stringContaining(found)])
    write(back)
  }
  const [link] = Object((await svc.call('GET', `/api/agents/releases/${id}/lineage`)).json).derivatives
  db.query('DELETE FROM release_links WHERE id = ?').run(link.id)
  expect(await verified()).toEqual([2, expect.stringContaining(`The link ${link.id} is missing in the lineage.`)])
})
