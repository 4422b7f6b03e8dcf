import { expect, test } from 'bun:test'
import { cassets } from '../../db/schema/casset/casset.ts'
import { termsOfCasset, termsOfSite } from '../../src/casset/usage/read-terms.ts'
import { reservedColumn } from '../../src/casset/usage/reserved-column.ts'
import { isReserved } from '../../src/casset/usage/tdm.ts'
import { isAllowed } from '../../src/casset/usage/usage.ts'
import { verifySums } from '../../src/operate/doctor/check/sums.ts'
import { addTape } from '../support/casset/tape.ts'
import { takeDown, withOwner } from '../support/operate/decision.ts'
import { type Consent, consentOf, renderingsOf } from '../support/release/consent.ts'
import { decide, makeRelease, publish, publishedRelease } from '../support/release/release.ts'
import { makeCoCasset, postTogether } from '../support/room/co-casset.ts'
import { announce, endIt } from '../support/room/party.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { everyPage } from '../support/web/every-page.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

const uses = ['search', 'input', 'training'] as const

/** Returns whatever says that a use is allowed which its owner did not allow. */
async function widened(svc: TestServer, consent: Consent): Promise<string[]> {
  const all = await renderingsOf(svc, consent)
  expect(all.length).toBeGreaterThan(4)
  return all.flatMap(({ what, said, allowed }) =>
    uses.filter((use) => said?.[use] && !allowed[use]).map((use) => `${what} allows ${use}`),
  )
}

/** A number generator of its own, so that a failure is repeated by its seed. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const scopes = ['search-index', 'ai-input', 'ai-training', 'ai-generation']
const decisions = ['ALLOW', 'ALLOW', 'ALLOW', 'REQUIRE_LICENSE', 'CONTACT_OWNER', 'DENY']

/** A random site, which grows by a step of somebody. */
async function randomSite(svc: TestServer, seed: number) {
  const { ctx } = svc
  const next = numbersFrom(seed)
  const pick = <T>(all: readonly T[]): T | undefined => all[next(all.length)]
  const { owner, nova } = await withOwner(svc)
  const people = [nova, ...['novaking', 'moon', 'star'].map((handle) => cast(ctx, handle))]
  const releases: { person: Person; id: string }[] = []
  const tapes = people.map((person) => ({ person, id: person.cassetId }))
  const tracksOf = (cassetId: string): string[] =>
    ctx.db.$client
      .query<{ id: string }, [string]>('SELECT id FROM tracks WHERE casset_id = ? AND withdrawn_at IS NULL')
      .all(cassetId)
      .map(({ id }) => id)
  const some = (all: readonly string[]) => {
    const kept = all.filter(() => next(3) > 0)
    return kept.length > 0 ? kept : all
  }
  const { id: duo } = await makeCoCasset(svc, owner, 'duo', people)
  ctx.db.$client.run('UPDATE cassets SET published = 1 WHERE id = ?', [duo])
  const publishOf = async ({ person: { cookie }, id }: (typeof releases)[number]) => {
    await svc.call('POST', `/api/internal/releases/${id}/publish`, { cookie, body: {} })
    await ctx.jobs.idle()
  }
  const steps = {
    async track() {
      const tape = pick(tapes)
      if (tape) await addReadyTrack(ctx, tape.id, `Song ${next(1e6)}`, { position: tracksOf(tape.id).length + 1 })
    },
    async release() {
      const tape = pick(tapes)
      const tracks = tape ? tracksOf(tape.id) : []
      if (!tape || tracks.length === 0) return
      const id = await makeRelease(svc, tape.person, some(tracks))
      if (next(2) === 0) for (const scope of scopes) await decide(svc, tape.person, id, { scope, decision: 'ALLOW' })
      releases.push({ person: tape.person, id })
      if (next(4) > 0) await publishOf({ person: tape.person, id })
    },
    async publish() {
      const release = pick(releases)
      if (release) await publishOf(release)
    },
    async decide() {
      const release = pick(releases)
      if (release) await decide(svc, release.person, release.id, { scope: pick(scopes), decision: pick(decisions) })
    },
    async edit() {
      const release = pick(releases)
      const [row] = ctx.db.$client
        .query<{ casset_id: string }, [string]>('SELECT casset_id FROM releases WHERE id = ?')
        .all(release?.id ?? '')
      if (!release || !row) return
      const body = { trackIds: some(tracksOf(row.casset_id)) }
      await svc.call('PATCH', `/api/studio/releases/${release.id}`, { cookie: release.person.cookie, body })
    },
    tape() {
      const person = pick(people)
      const values = { published: next(3) > 0 }
      if (person && tapes.length < 9) tapes.push({ person, id: addTape(svc, person, `t${tapes.length}`, values) })
    },
    async party() {
      const tape = pick(tapes)
      if (!tape) return
      const party = { cassetId: tape.id, cookie: tape.person.cookie }
      if (next(4) === 0) await endIt(svc, party)
      else await announce(svc, party)
    },
    async copy() {
      const [from, to] = [pick(tapes), pick(tapes)]
      const track = pick(from ? tracksOf(from.id) : [])
      if (!from || !to || !track) return
      if (next(2) === 0) await postTogether(svc, from.person, '/duo/tracks', { trackId: track })
      const body = { cassetId: to.id }
      await svc.call('POST', `/api/studio/tracks/${track}/copy`, { cookie: from.person.cookie, body })
    },
    async hide() {
      const tape = pick(tapes)
      const track = pick(tape ? tracksOf(tape.id) : [])
      const cookie = tape?.person.cookie ?? ''
      if (track && next(3) > 0)
        await svc.call('PATCH', `/api/studio/tracks/${track}`, { cookie, body: { active: next(2) === 0 } })
      else if (track) await svc.call('DELETE', `/api/studio/tracks/${track}`, { cookie })
    },
    async privacy() {
      const tape = pick(tapes)
      const body = pick([{ privacy: 'public' }, { privacy: 'public' }, { privacy: 'unlisted' }, { privacy: 'private' }])
      if (tape) await svc.call('PATCH', `/api/studio/casset/${tape.id}`, { cookie: tape.person.cookie, body })
    },
    async takeDown() {
      const tape = pick(tapes)
      const track = pick(tape ? tracksOf(tape.id) : [])
      if (next(8) === 0 && tape) await takeDown(svc, owner, { kind: 'page', id: tape.id, ground: 'terms' })
      else if (next(3) === 0 && track) await takeDown(svc, owner, { kind: 'track', id: track, ground: 'law' })
    },
  }
  const { track, release, publish: publishAgain, decide: decideAgain, ...others } = steps
  const all = [track, track, release, release, publishAgain, publishAgain, decideAgain, decideAgain]
  const step = async () => {
    const taken = pick([...all, ...Object.values(others)])
    await taken?.()
    return taken?.name
  }
  /** Leaves one tape public, whose only track is open, and makes all others unlisted or private. */
  const openOne = async (others: 'unlisted' | 'private') => {
    ctx.db.$client.run("UPDATE cassets SET privacy = ? WHERE privacy <> 'private'", [others])
    const person = cast(ctx, `open${next(1e6)}`)
    const { id: trackId } = await addReadyTrack(ctx, person.cassetId, 'Open')
    const id = await publishedRelease(svc, person, [trackId])
    for (const scope of scopes) await decide(svc, person, id, { scope, decision: 'ALLOW' })
  }
  /** Announces a party for a tape that is not published yet, of which nothing was said. */
  const announceSoon = async () => {
    const person = cast(ctx, `soon${next(1e6)}`, { published: false })
    await addReadyTrack(ctx, person.cassetId, 'Soon')
    expect((await announce(svc, person)).status).toBe(200)
  }
  return { step, openOne, announceSoon }
}

test('whatever artists make, publish, hide and decide, nothing that is told of it is more open than they said', async () => {
  for (const seed of [1, 2]) {
    await using svc = await startServer({ limiter: { take: () => 0 } })
    const { step, openOne, announceSoon } = await randomSite(svc, seed)
    for (let count = 1; count <= 36; count += 1) {
      const name = await step()
      expect([seed, count, name, verifySums(svc.ctx)]).toEqual([seed, count, name, []])
      const rows = svc.ctx.db
        .select({ id: cassets.id, isHeld: reservedColumn(cassets.id) })
        .from(cassets)
        .all()
      const byTerms = rows.map(({ id }) => ({ id, isHeld: isReserved(termsOfCasset(svc.ctx, id)) }))
      expect([seed, count, name, rows]).toEqual([seed, count, name, byTerms])
      const told = termsOfSite(svc.ctx)
      const site = Object.fromEntries(uses.map((use) => [use, isAllowed(told, use)]))
      expect<unknown>([seed, count, name, site]).toEqual([seed, count, name, consentOf(svc).site])
      if (count % 18 === 0) expect([seed, count, await widened(svc, consentOf(svc))]).toEqual([seed, count, []])
    }
    await openOne('unlisted')
    expect(consentOf(svc).tapes.filter(({ isListed }) => isListed).length).toBe(1)
    expect([seed, await widened(svc, consentOf(svc))]).toEqual([seed, []])
    await openOne('private')
    await announceSoon()
    expect([consentOf(svc).tapes.length, consentOf(svc).parties.length]).toEqual([1, 1])
    expect([seed, await widened(svc, consentOf(svc)), verifySums(svc.ctx)]).toEqual([seed, [], []])
  }
})

const open = ['ai-input', 'ai-training', 'ai-generation']
const allow = async (svc: TestServer, person: Person, id: string) => {
  for (const scope of open) await decide(svc, person, id, { scope, decision: 'ALLOW' })
}
const usageOf = async (svc: TestServer, path: string) => {
  const { headers } = await svc.fetch(path)
  return [headers.get('content-usage'), headers.get('x-robots-tag')]
}

test('a track that no release has, and an artist without any, stay as they were beside somebody who allows all', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const dawn = await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  const id = await publishedRelease(svc, nova, [dawn.id])
  await allow(svc, nova, id)
  const allowed = ['search=y, ai-use=y, train-ai=y', null]
  for (const path of ['/', '/@nova', `/api/audio/${dawn.id}/hook`]) expect(await usageOf(svc, path)).toEqual(allowed)
  const entries = async () =>
    Object(await svc.call('GET', '/.well-known/tdmrep.json')).json.map((entry: Record<string, unknown>) => [
      entry.location,
      entry['tdm-reservation'],
    ])
  expect(await entries()).toEqual([
    ['/@nova/', 0],
    ['/@nova$', 0],
    ['/', 0],
  ])

  const kettle = await addReadyTrack(svc.ctx, nova.cassetId, 'Kettle', { position: 2 })
  const byDefault = ['search=y, ai-use=n, train-ai=n', null]
  expect(await usageOf(svc, `/api/audio/${dawn.id}/hook`)).toEqual(allowed)
  for (const path of ['/', '/@nova', `/api/audio/${kettle.id}/hook`])
    expect(await usageOf(svc, path)).toEqual(byDefault)
  await svc.call('PATCH', `/api/studio/releases/${id}`, {
    cookie: nova.cookie,
    body: { trackIds: [dawn.id, kettle.id] },
  })
  expect(await usageOf(svc, `/api/audio/${kettle.id}/hook`)).toEqual(byDefault)
  await publish(svc, nova, id)
  for (const path of ['/', '/@nova', `/api/audio/${kettle.id}/hook`]) expect(await usageOf(svc, path)).toEqual(allowed)

  // The handle of another artist begins like that of the first. While it is unlisted nothing names
  // it, and `/` is about its page.
  const other = cast(svc.ctx, 'novaking', { privacy: 'unlisted' })
  await addReadyTrack(svc.ctx, other.cassetId, 'Quiet')
  const ofNova = [
    ['/@nova/', 0],
    ['/@nova$', 0],
  ]
  expect(await usageOf(svc, '/')).toEqual(byDefault)
  expect(await usageOf(svc, '/@nova')).toEqual(allowed)
  expect(await entries()).toEqual([...ofNova, ['/', 1]])
  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'public' WHERE id = ?", [other.cassetId])
  expect(await usageOf(svc, '/')).toEqual(byDefault)
  expect(await entries()).toEqual([['/@novaking', 1], ...ofNova, ['/', 1]])
  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'private' WHERE id = ?", [other.cassetId])
  expect(await usageOf(svc, '/')).toEqual(allowed)
})

test('every page of a casset that is not listed tells its terms, whatever the other cassets of the site allow', async () => {
  const { svc, visits } = await everyPage()
  await using _ = svc
  const { $client: sqlite } = svc.ctx.db
  const zoe = cast(svc.ctx, 'zoe')
  const open = await publishedRelease(svc, zoe, [(await addReadyTrack(svc.ctx, zoe.cassetId, 'Open')).id])
  sqlite.run("UPDATE release_policies SET decision = 'DENY'")
  sqlite.run("UPDATE release_policies SET decision = 'ALLOW' WHERE release_id = ?", [open])
  sqlite.run("UPDATE cassets SET privacy = 'unlisted' WHERE id <> ?", [zoe.cassetId])
  // A page that told the terms of the site would be right by chance: they are made open by hand.
  for (const table of ['casset_decisions', 'casset_usage']) {
    sqlite.run(`UPDATE ${table} SET is_shown = 0 WHERE casset_id <> ?`, [zoe.cassetId])
  }
  const usageAt = async (path: string) => {
    const { status, headers } = await svc.call('GET', path)
    return status === 200 ? headers.get('content-usage') : null
  }
  expect(await usageAt('/')).toContain('train-ai=y')
  const about = visits.filter(({ path, as }) => as === undefined && /^\/(?:@|checkout\/|drops\/.)/.test(path))
  const paths = [...about.map(({ path }) => path), '/@nova/jcard', '/@nova/embed']
  const told = await Promise.all(paths.map(async (path) => [path, await usageAt(path)] as const))
  expect(told.filter(([, usage]) => usage !== null).length).toBeGreaterThan(10)
  expect(told.filter(([, usage]) => usage?.includes('train-ai=y'))).toEqual([])
})
