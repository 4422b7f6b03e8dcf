import { expect, setDefaultTimeout, test } from 'bun:test'
import { createApp } from '../../../src/app.ts'
import { type DeskAct, deskActs } from '../../../src/platform/http/session/desk-acts.ts'
import { mayUse } from '../../../src/platform/http/session/desk-role.ts'
import { testLimitMs } from '../../support/limits.ts'
import { ageSession, type Call, type Door, doors, type Role, roles, staffed } from '../../support/operate/desk-doors.ts'
import { startSmtp } from '../../support/platform/smtp.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import type { Person } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

const isOfDesk = /^\/api\/(?:desk|admin)\//
const hourMs = 3_600_000

test('each writing route of the desk names its act, and each act is tried by a door', async () => {
  await using svc = await startServer()
  const routes = (await createApp(svc.ctx)).routes.filter(({ method, path }) => method !== 'GET' && isOfDesk.test(path))
  const named = routes.map(({ method, path, hooks }) => [`${method} ${path}`, hooks?.detail?.act])
  expect(named.filter(([, act]) => act === undefined)).toEqual([])
  expect(named.length).toBeGreaterThan(25)
  expect(new Set(doors.map(({ route }) => route))).toEqual(new Set(named.map(([route]) => String(route))))
  expect(doors.map(({ act }) => String(act)).toSorted()).toEqual(Object.keys(deskActs).toSorted())
})

test('an act that cannot be undone is the owner’s with a fresh proof, and each other one names what undoes it', () => {
  for (const [act, { who, fresh, undo }] of Object.entries(deskActs)) {
    if (undo === null) expect([act, who, fresh]).toEqual([act, 'owner', true])
    else expect([act, undo === 'nothing is lost' || undo in deskActs]).toEqual([act, true])
  }
})

// Written down here, apart from the program: whom each may touch.
const mayTouch = (role: Role, whose: 'higher' | 'same' | 'lower' | 'self', touches: string): boolean => {
  if (touches === 'site' || whose === 'lower') return true
  if (role !== 'owner') return false
  return whose !== 'self' || touches !== 'another'
}

const everything = ({ ctx }: TestServer) => {
  const names = ctx.db.$client.query("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const tables = names
    .map((row) => String(Object(row).name))
    .filter((name) => !/^(jobs|kept_values|sqlite_|.*_search)/.test(name))
  // When a session was last used is no change.
  const kept = (row: unknown) => ({ ...Object(row), seen_at: null })
  return Object.fromEntries(tables.map((name) => [name, ctx.db.$client.query(`SELECT * FROM ${name}`).all().map(kept)]))
}

const send = (svc: TestServer, { route }: Door, { path, body }: Call, { cookie }: { cookie?: string }) => {
  const [method = ''] = route.split(' ')
  if (path !== '/api/desk/upgrade') return svc.call(method, path, { cookie, body: body ?? {} })
  const headers = { 'sec-fetch-site': 'same-origin', ...(cookie === undefined ? {} : { cookie }) }
  return svc.fetch(path, { method, headers, body: new FormData() }).then(async (answer) => {
    const text = await answer.text()
    return { status: answer.status, text, json: JSON.parse(text || 'null') }
  })
}

/** No act can be recorded: then none may be done either. */
const failing = `CREATE TRIGGER no_record BEFORE INSERT ON desk_done BEGIN SELECT RAISE(ABORT, 'planted'); END`

const done = ({ ctx }: TestServer): unknown[] =>
  ctx.db.$client.query('SELECT act, actor_id FROM desk_done ORDER BY id').values()

const lines = ({ logged }: TestServer, act: DeskAct) =>
  logged.filter((line) => line.includes('security.desk_act') && line.includes(`"${act}"`)).length

const started = (env: Record<string, string>) =>
  startServer({ env: { ...env, PAYMENTS: 'test', SELLERS: 'approved' }, limiter: { take: () => 0 }, clock: 'stands' })

test.each(doors)('$act: those who may are recorded, all others are refused and change nothing', async (door) => {
  const { who, touches, fresh } = deskActs[door.act]
  const asOf = (role: Role) => ({ role: role === 'owner' ? 'owner' : 'member', helperRole: helpsOf(role) }) as const
  await using smtp = await startSmtp()
  await using servers = new AsyncDisposableStack()
  let untouched: (ReturnType<typeof staffed> & { svc: TestServer }) | undefined
  for (const role of roles) {
    if (!untouched) {
      const svc = servers.use(await started(smtp.env))
      untouched = { ...staffed(svc), svc }
    }
    const { svc, actors, peer } = untouched
    const { owner } = actors
    const actor = actors[role]
    const about: (readonly ['higher' | 'same' | 'lower' | 'self', Person])[] =
      touches === 'site'
        ? [['lower', actors.member]]
        : [
            ['self', actor],
            ...(role === 'owner' ? [] : [['higher', owner] as const]),
            ['same', role === 'member' ? actors.member : peer],
            ...(role === 'member' ? [] : [['lower', actors.member] as const]),
          ]
    for (const [whose, person] of about) {
      const call = await door.call(svc, person, owner)
      const may = mayUse(asOf(role), who) && mayTouch(role, whose, touches)
      const where = `${role}, ${whose}`
      const refused = async (cookie: string | undefined, status: number) => {
        await svc.ctx.jobs.idle()
        const before = everything(svc)
        const answer = await send(svc, door, call, cookie === undefined ? {} : { cookie })
        expect([where, answer.status, answer.text]).toEqual([where, status, expect.any(String)])
        expect(everything(svc)).toEqual(before)
        return answer.json
      }
      await refused(undefined, 401)
      if (!may) {
        await refused(actor.cookie, 403)
        continue
      }
      // The next role finds the site as if nobody had acted.
      untouched = undefined
      if (fresh) {
        // Longer than any act of before has kept the proof.
        ageSession(svc, actor, 2 * hourMs)
        expect(await refused(actor.cookie, 409)).toMatchObject({ needsProof: true })
        ageSession(svc, actor, 0)
      }
      if (door.absent) expect((await send(svc, door, door.absent, actor)).status).toBe(404)
      if (role === 'owner' && door.unready === undefined) {
        svc.ctx.db.$client.run(failing)
        await refused(actor.cookie, 500)
        svc.ctx.db.$client.run('DROP TRIGGER no_record')
      }
      const [before, told] = [done(svc).length, lines(svc, door.act)]
      const answer = await send(svc, door, call, actor)
      const isOwn = role === 'owner' && whose === 'self' && answer.status === 409
      if (door.unready !== undefined || isOwn) {
        expect([where, answer.status, done(svc).length]).toEqual([where, 409, before])
        continue
      }
      expect([where, answer.status < 300, answer.text]).toEqual([where, true, answer.text])
      expect(done(svc).slice(before)).toEqual([[door.act, actor.userId]])
      expect(lines(svc, door.act)).toBe(told + 1)
      const read = await svc.call('GET', '/api/desk/decisions', { cookie: owner.cookie })
      expect(Object(read.json).acts[0]).toMatchObject({ act: door.act, by: actor.handle })
    }
  }
})

test('the pages of the desk show keys for those acts alone that their reader may do', async () => {
  await using svc = await started({})
  const { actors, peer } = staffed(svc)
  const { owner, all, moderation, money, member } = actors
  const read = async (path: string, { cookie }: Person) =>
    (await svc.fetch(path, { headers: { cookie, accept: 'text/html' } })).text()
  const verified = async (reader: Person) => {
    const page = await read('/desk/people', reader)
    return Object.values({ ...actors, peer }).filter(({ handle }) =>
      page.includes(`Verified artist: ${nameOf(handle)}`),
    )
  }
  expect(await verified(moderation)).toEqual([member])
  expect(await verified(owner)).toEqual([...Object.values(actors), peer])
  for (const { userId } of [owner, peer, moderation])
    expect(await read(`/desk/people/${userId}`, moderation)).not.toContain('person-keys')
  expect(await read(`/desk/people/${member.userId}`, moderation)).toContain('person-keys')
  expect(await read(`/desk/people/${member.userId}`, moderation)).not.toContain('Delete this account')
  expect(await read(`/desk/people/${member.userId}`, owner)).toContain('Delete this account')
  for (const each of [money, peer, member]) await askToSell(svc, each)
  const switches = async (reader: Person) => {
    const page = await read('/studio/sellers', reader)
    return [money, peer, member].filter(({ handle }) => page.includes(`${nameOf(handle)} (@${handle}) may sell`))
  }
  expect(await switches(money)).toEqual([member])
  expect(await switches(owner)).toEqual([money, peer, member])
  const path = `/api/admin/sellers/${member.artistId}`
  await svc.call('PATCH', path, { cookie: money.cookie, body: { allowed: true } })
  expect([await switches(money), await switches(owner)]).toEqual([[], [money, peer, member]])
  expect(await read('/desk/health', all)).toContain('Only the owner of this site can do this.')
  expect(await read('/desk/health', owner)).not.toContain('Only the owner of this site can do this.')
  const secrets = async (reader: Person) => (await read('/desk', reader)).split('type="password"').length > 1
  expect([await secrets(all), await secrets(owner)]).toEqual([false, true])
})

const nameOf = (handle: string) => handle.charAt(0).toUpperCase() + handle.slice(1)

const askToSell = (svc: TestServer, { cookie }: Person) =>
  svc.call('POST', '/api/studio/payouts/permission', { cookie, body: {} })

const helpsOf = (role: Role) => (role === 'owner' || role === 'member' ? null : role)
