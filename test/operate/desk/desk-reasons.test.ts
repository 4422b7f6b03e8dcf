import type { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { testLimitMs } from '../../support/limits.ts'
import { doors, staffed } from '../../support/operate/desk-doors.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

const isReason = /^(?:reason|answer|facts|basis)$/
const blanks = ['   ', '\u200B', '\u202E\u0000', '\n\t \u2069']
const unruly = 'A court\u202E said\u0000 so.\u2066\r\nIn Berlin.'

/** All text in the tables that keep what was decided. */
const kept = (db: Database) =>
  ['content_decisions', 'content_reports', 'desk_done', 'mails', 'notifications']
    .map((table) => JSON.stringify(db.query(`SELECT * FROM ${table}`).all()))
    .join('\n')

test('no reason given at the desk is blank, and none holds marks that hide what it says', async () => {
  await using svc = await startServer({ limiter: { take: () => 0 } })
  const { owner } = staffed(svc).actors
  const tried: string[] = []
  for (const [place, door] of doors.entries()) {
    const first = await door.call(svc, cast(svc.ctx, `about${place}`), owner)
    const fields = Object.keys(first.body ?? {}).filter((name) => isReason.test(name))
    const [method = ''] = door.route.split(' ')
    const send = async (call: typeof first, field: string, text: string) =>
      svc.call(method, call.path, { cookie: owner.cookie, body: { ...call.body, [field]: text } })
    for (const field of fields) {
      tried.push(`${door.act} ${field}`)
      for (const text of blanks) {
        const { status, json } = await send(first, field, text)
        expect([door.act, field, text, status, Object(json).field]).toEqual([door.act, field, text, 400, field])
      }
    }
    const [field] = fields
    if (field === undefined) continue
    const body = Object.fromEntries(fields.map((name) => [name, unruly]))
    const { status, text } = await send({ ...first, body: { ...first.body, ...body } }, field, unruly)
    expect([door.act, status < 300, text]).toEqual([door.act, true, text])
    expect(kept(svc.ctx.db.$client)).not.toMatch(/\\u0000|\\r|[\u202A-\u202E\u2066-\u2069]/)
    expect(kept(svc.ctx.db.$client)).toContain('A court said so.')
  }
  expect(tried.toSorted()).toEqual([
    'answer-objection answer',
    'delete-account reason',
    'dismiss-report answer',
    'erase-guest reason',
    'erase-track reason',
    'give-back answer',
    'suspend basis',
    'suspend facts',
    'take-down basis',
    'take-down facts',
  ])
})
