import { expect, test } from 'bun:test'
import { changeUser } from '../src/account/change-user.ts'
import { createApp } from '../src/app.ts'
import { type DeskAct, deskActs } from '../src/platform/http/session/desk-acts.ts'
import { type DeskPart, helperRoles, mayUse, type Somebody } from '../src/platform/http/session/desk-role.ts'
import { table } from './support/contract/all.ts'
import { ask, type Case, type Stage, stageOf } from './support/contract.ts'
import { needsSession, signedOnly } from './support/contract-rules.ts'
import { shareServer } from './support/shared.ts'
import { cast } from './support/world.ts'

type Caller = Somebody & { who: string; cookie?: string }

const shared = shareServer(async (svc) => {
  const stage = await stageOf(svc)
  const helpers = helperRoles.map((helperRole): Caller => {
    const { userId, cookie } = cast(svc.ctx, `helps-${helperRole}`)
    changeUser(svc.ctx, userId, { helperRole })
    return { who: `a helper for ${helperRole}`, role: 'member', helperRole, cookie }
  })
  const nobody = { role: 'member', helperRole: null } as const
  const callers = [
    { who: 'a stranger', ...nobody },
    { who: 'a member', ...nobody, cookie: stage.ada.cookie },
    ...helpers,
  ]
  return { stage, callers, declared: declaredBy((await createApp(svc.ctx)).routes) }
})

const isAct = (name: unknown): name is DeskAct => typeof name === 'string' && name in deskActs

/** The options of a route that say in which order it checks. */
type Declared = { part: DeskPart | undefined; takesLimit: boolean }

type Declaring = { method: string; path: string; hooks?: { detail?: object; query?: unknown } }

const declaredBy = (routes: readonly Declaring[]): ReadonlyMap<string, Declared> =>
  new Map(
    routes.map(({ method, path, hooks }) => {
      const { act, part } = Object(hooks?.detail)
      const takesLimit = 'limit' in Object(Object(hooks?.query).properties)
      return [`${method} ${path}`, { part: isAct(act) ? deskActs[act].who : part, takesLimit }]
    }),
  )

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const nothing = '0193b5a0-0000-7000-8000-000000000001'

/** Puts an id that belongs to nobody in place of one that is there. */
const ofNobody = (text: string) => text.replace(uuid, nothing).replaceAll(/\b(?:nova|duo)\b/g, 'nobody')

/** The answer to a caller who does not pass what is checked before the request is read. */
const refusalOf = (route: string, part: DeskPart | undefined, { cookie, ...somebody }: Caller): number | undefined => {
  if (signedOnly({ route })) return 401
  if (needsSession(route) && cookie === undefined) return 401
  return part !== undefined && !mayUse(somebody, part) ? 403 : undefined
}

type Call = (
  row: Case,
  stage: Stage,
) => { body?: Record<string, unknown>; path?: string; extra?: Record<string, unknown> }

/** Sends each row as every caller, and returns the answers that are not as expected. */
async function misplaced(rows: readonly Case[], call: Call, expected: (caller: Caller) => number): Promise<unknown[]> {
  const { svc, stage, callers, declared } = await shared()
  const found: unknown[] = []
  for (const row of rows)
    for (const caller of callers) {
      const { body, ...asked } = call(row, stage)
      const answer = await ask(svc, body ? { ...row, body: () => body } : row, stage, {
        ...asked,
        cookie: caller.cookie,
      })
      await answer.body?.cancel()
      const status = refusalOf(row.route, declared.get(row.route)?.part, caller) ?? expected(caller)
      if (answer.status !== status) found.push([row.route, caller.who, answer.status, status])
    }
  return found
}

const written = ({ body }: Case, stage: Stage): Record<string, unknown> | undefined => body?.(stage)

const absent: Call = (row, stage) => {
  const body = written(row, stage)
  return { path: ofNobody(row.at(stage)), ...(body && { body: JSON.parse(ofNobody(JSON.stringify(body))) }) }
}

const malformed: Call = () => ({ extra: { surprise: 1 } })

const withBody = table.filter(({ body }) => body !== undefined)

test('a malformed body is 400 before an absent thing is 404 and another’s is 403, and after session and role', async () => {
  expect(withBody.length).toBeGreaterThan(120)
  expect(await misplaced(withBody, malformed, () => 400)).toEqual([])
  const ofAbsent: Call = (row, stage) => ({ ...absent(row, stage), ...malformed(row, stage) })
  expect(await misplaced(withBody, ofAbsent, () => 400)).toEqual([])
})

test('a malformed query is 400 before what it is asked of is 404, and after session and role', async () => {
  const { declared } = await shared()
  const lists = table.filter(({ route, method }) => method === 'GET' && declared.get(route)?.takesLimit)
  expect(lists.length).toBeGreaterThan(30)
  const asked: Call = (row, stage) => ({ path: `${ofNobody(row.at(stage)).split('?')[0]}?limit=x` })
  expect(await misplaced(lists, asked, () => 400)).toEqual([])
})

test('an absent thing is 404 to everybody who may ask, on every route that names one', async () => {
  const { stage } = await shared()
  const names = (row: Case) => row.path.includes(':') && ofNobody(row.at(stage)) !== row.at(stage)
  expect(table.filter(names).length).toBeGreaterThan(140)
  expect(await misplaced(table.filter(names), absent, () => 404)).toEqual([])
})

test('another’s thing is 403 to members and to helpers of every kind, on every route of an owner', async () => {
  const { stage } = await shared()
  const owned = table.filter(({ foreign }) => foreign !== undefined)
  expect(owned.length).toBeGreaterThan(60)
  expect(
    await misplaced(
      owned,
      (row) => ({ path: row.foreign?.(stage) ?? '' }),
      () => 403,
    ),
  ).toEqual([])
})

test("an address under /api/ that nothing answers is 404 in the product's body, for a browser too", async () => {
  const { svc } = await shared()
  const [within, other] = ['/api/casset/nova/sideb/x', '/api/Cassets/recent']
  for (const path of ['/api/', '/api/nothing', '/api/casset', '/api/studio', within, other]) {
    const { status, json } = await svc.call('GET', path, { headers: { accept: 'text/html' } })
    expect([path, status, json]).toEqual([path, 404, { error: 'There is nothing at this address.', code: 'NOT_FOUND' }])
  }
})
