import { expect, test } from 'bun:test'
import { table } from './support/contract/all.ts'
import { ask, type Case, type Stage, stageOf } from './support/contract.ts'
import { startServer } from './support/server.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const nothing = '0193b5a0-0000-7000-8000-000000000001'

/** Puts an id that belongs to nobody in place of nova's. */
const ofNobody = (text: string) => text.replace(uuid, nothing).replaceAll(/\bnova\b/g, 'nobody')

/** Owner routes that name the thing in the body, and what has an address of its own. */
const isTold: ReadonlySet<string> = new Set([
  'POST /api/casset/update-price',
  'POST /api/studio/discounts',
  'POST /api/studio/codes',
  'GET /api/assets/:id/:file',
  'GET /api/campaign/:id',
  'GET /api/campaign/:id/leaderboard',
  'POST /api/campaign/:id/decline',
])

const namesHers = ({ at, body }: Case, stage: Stage) =>
  [at(stage), JSON.stringify(body?.(stage) ?? {})].some((text) => ofNobody(text) !== text)

test.each([
  ['private', `UPDATE cassets SET privacy = 'private' WHERE artist_id = ?`],
  ['unpublished', `UPDATE cassets SET published = 0 WHERE artist_id = ?`],
  ['taken down', `UPDATE cassets SET published = 0, taken_down = 'law' WHERE artist_id = ?`],
])('what is of a casset that is %s answers on every route as what was never there', async (_, hide) => {
  await using svc = await startServer({ clock: 'stands', limiter: { take: () => 0 } })
  const stage = await stageOf(svc)
  const { nova, ada } = stage
  svc.ctx.db.$client.run(hide, [nova.artistId])
  const rows = table.filter((row) => !row.foreign && !row.isAlone && !row.send && !isTold.has(row.route))
  const walked = rows.filter((row) => namesHers(row, stage))
  expect(walked.length).toBeGreaterThan(60)
  for (const row of walked)
    for (const cookie of [ada.cookie, undefined]) {
      const told = async (changed: Case) => {
        const response = await ask(svc, changed, stage, { cookie, headers: { origin: svc.url } })
        const headers = [...response.headers].filter(
          ([name]) => !/^(x-request-id|date|content-length|ratelimit.*)$/.test(name),
        )
        return [row.route, response.status, ofNobody(await response.text()), headers]
      }
      const { at, body } = row
      const absent = { at: (of: Stage) => ofNobody(at(of)), ...(body && { body: (of: Stage) => renamed(body(of)) }) }
      expect(await told(row)).toEqual(await told({ ...row, ...absent }))
    }
})

const renamed = (body: Record<string, unknown>): Record<string, unknown> => JSON.parse(ofNobody(JSON.stringify(body)))
