import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account/account.ts'
import { identities } from '../../db/schema/account/identity.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { accountExports } from '../../db/schema/operate/export.ts'
import { passwordsOf } from '../../src/account/password/password.ts'
import { recordConsent } from '../../src/audience/mailing-list/record-consent.ts'
import { makeExportJob } from '../../src/operate/export/make-export.ts'
import { sectionsOf } from '../../src/operate/export/write-sections.ts'
import { sweepDailyJob } from '../../src/operate/sweep-daily.ts'
import { endedEachTime } from '../../src/platform/job/job-kind.ts'
import { password } from '../support/account/account.ts'
import { stageOf } from '../support/contract.ts'
import { exportOf } from '../support/operate/export.ts'
import { askedFor } from '../support/release/asking.ts'
import { addComment } from '../support/room/room.ts'
import type { TestServer } from '../support/server.ts'
import { collect, settled, startShop } from '../support/shop/checkout.ts'
import { collectAsGuest } from '../support/shop/guest.ts'
import { addReadyTrack, cast, masterBytes } from '../support/world.ts'

const at = '/api/auth/export'
const listsOf = (files: Map<string, Buffer>) =>
  Object.fromEntries(
    [...files]
      .filter(([name]) => name.endsWith('.json'))
      .map(([name, bytes]): [string, unknown[]] => [name.slice(0, -'.json'.length), JSON.parse(bytes.toString())]),
  )
const keptZips = ({ dataDir }: TestServer) =>
  readdirSync(join(dataDir, 'blobs/made')).filter((name) => name.startsWith('export-'))

/** Every stored value that lets somebody in, or could. */
function secretsIn({ ctx }: TestServer): string[] {
  const isSecret =
    /(?:token|code|password|browser|state|key|handle)_hash$|secret|private_key|verifier|nonce|challenge|p256dh|^auth$|endpoint|unsubscribe_key|session_id|credential_id|public_key|payment_intent|account_id/
  const { $client: sql } = ctx.db
  const columns = sql
    .query<{ table: string; column: string }, []>(
      `SELECT m.name AS "table", c.name AS "column" FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'`,
    )
    .all()
  return columns
    .filter(({ table, column }) => isSecret.test(column) && !/^(?:signing|log|ledger)_/.test(table))
    .flatMap(({ table, column }) => sql.query(`SELECT "${column}" FROM "${table}"`).values().flat())
    .filter((value) => typeof value === 'string')
    .filter((value) => value.length >= 8)
}

test('a zip of own data has all of it, masters byte for byte, and nothing of others or that lets anybody in', async () => {
  await using svc = await startShop()
  const stage = await stageOf(svc)
  const { nova, ada, draft, dawn } = stage
  const { ctx } = svc
  const { userId } = nova
  const bea = cast(ctx, 'bea')
  const song = await addReadyTrack(ctx, bea.cassetId, 'Kites')
  await addReadyTrack(ctx, nova.cassetId, 'First / Take', { position: 3, active: false })
  const passwordHash = await passwordsOf(ctx).hash(password)
  ctx.db.update(users).set({ passwordHash, emailVerifiedAt: 1 }).where(eq(users.id, userId)).run()
  const identity = {
    provider: 'google',
    subject: 'nova-subject',
    userId,
    createdAt: 1,
    email: 'n@google.example',
  } as const
  ctx.db.insert(identities).values(identity).run()
  await svc.call('POST', '/api/sandbox/credentials', { cookie: nova.cookie, body: { name: 'my script' } })
  await svc.call('POST', '/api/casset/bea/referral-link', { cookie: nova.cookie, body: {} })
  for (const body of [{ type: 'follow' }, { type: 'like', trackId: song.id }]) {
    await svc.call('POST', '/api/casset/bea/activity', { cookie: nova.cookie, body })
  }
  const ids = Array.from({ length: 101 }, (_, index) => addComment(svc, bea, nova, `comment ${index}`))
  addComment(svc, nova, ada, 'words of another')
  const muted = { muted: true, until: new Date(ctx.now() + 60_000).toISOString(), reason: 'Too loud' }
  await svc.call('PUT', '/api/casset/bea/room/members/nova', { cookie: bea.cookie, body: muted })
  await collect(svc, draft)
  const guest = await collectAsGuest(svc)
  const toNova = { artistId: nova.artistId, userId: ada.userId, email: 'ada@example.com', text: 'Yes' } as const
  recordConsent(ctx, { ...toNova, from: 'checkout' })
  await settled(svc)
  await askedFor(svc, stage.releaseId, { contact: { name: 'A Label', email: 'label@else.example' } })
  const asks = { scopes: ['sync'], contact: { name: 'Nova', email: 'nova@example.com' }, intendedUse: 'My own film' }
  const quotePath = `/api/agents/releases/${stage.releaseId}/license-quote`
  await svc.call('POST', quotePath, { cookie: nova.cookie, body: asks })

  const { asked, files } = await exportOf(svc, nova)
  expect(asked.status).toBe(202)
  const lists = listsOf(files)
  expect(Object.keys(lists).sort()).toEqual([...new Set(sectionsOf(svc.ctx).map(({ name }) => name))].sort())
  expect(lists.account).toEqual([
    expect.objectContaining({ email: 'nova@example.com', role: 'member', isTrusted: false }),
  ])
  expect(lists.profile).toEqual([expect.objectContaining({ handle: 'nova', bio: 'Songs recorded before breakfast.' })])
  expect(
    lists.comments?.filter((each) => String(Reflect.get(Object(each), 'text')).startsWith('comment ')).length,
  ).toBe(ids.length)
  const standing = { isMuted: true, isBanned: false, isModerator: false, endsAt: muted.until, reason: 'Too loud' }
  expect(lists['room-standings']).toEqual([expect.objectContaining({ artist: 'bea', casset: 'Bea', ...standing })])
  expect(lists['license-requests']).toEqual([expect.objectContaining({ name: 'Nova', intendedUse: 'My own film' })])
  expect(lists.follows).toContainEqual(expect.objectContaining({ artist: 'bea' }))
  expect(lists.likes).toEqual([expect.objectContaining({ artist: 'bea', track: 'Kites' })])
  expect(lists.sales?.length).toBeGreaterThanOrEqual(2)
  expect(lists.sales).toContainEqual(
    expect.objectContaining({
      kind: 'casset',
      amount: { amount: 700, currency: 'usd' },
      receiptNumber: expect.any(String),
    }),
  )
  expect(lists['mailing-lists']).toEqual([
    expect.objectContaining({ artist: 'ada', email: 'nova@example.com', text: 'Yes' }),
  ])
  expect(lists.sessions).toEqual([
    { userAgent: 'test', createdAt: expect.any(String), seenAt: expect.any(String), expiresAt: expect.any(String) },
  ])
  expect(lists['linked-accounts']).toEqual([expect.objectContaining({ provider: 'google', email: 'n@google.example' })])
  expect(lists.drops?.length).toBe(1)
  expect(lists['co-cassets']).toEqual([expect.objectContaining({ slug: 'duo' })])
  const [version] = lists['release-versions'] ?? []
  const manifest = String(Reflect.get(Object(version), 'manifest'))
  const hash = new Bun.CryptoHasher('sha256').update(manifest).digest('hex')
  expect(String(Reflect.get(Object(version), 'canonicalHash'))).toContain(hash)

  const own = (lists.tracks ?? []).map((track) => Object(track))
  const stored = ctx.db.select().from(tracks).where(eq(tracks.cassetId, nova.cassetId)).all()
  expect(own.map(({ id }) => id)).toEqual(expect.arrayContaining(stored.map(({ id }) => id)))
  expect(files.get(own.find(({ id }) => id === dawn.id).file)).toEqual(masterBytes('Dawn'))
  expect(lists.extras?.map((extra) => Object(extra).file)).toEqual([`extras/${stage.booklet.id} Booklet.pdf`])
  for (const { file, sha256 } of [
    ...own,
    ...(lists.extras ?? []),
    ...(lists.emoji ?? []),
    ...(lists.uploads ?? []),
  ].map(Object)) {
    const bytes = files.get(file)
    if (sha256 === 'a'.repeat(sha256.length)) {
      expect([files.get('DAMAGED.txt')?.toString().includes(file), bytes]).toEqual([true, undefined])
      continue
    }
    expect([file, bytes && new Bun.CryptoHasher('sha256').update(bytes).digest('hex')]).toEqual([file, sha256])
  }
  expect(own.find(({ title }) => title === 'First / Take').file).toEndWith(' First - Take.mp3')

  const texts = [...files].filter(([name]) => name.endsWith('.json') || name === 'SHA256SUMS')
  const all = texts.map(([, bytes]) => bytes.toString()).join('\n')
  const addresses = ctx.db.$client
    .query<{ email: string }, []>(
      `SELECT email FROM users WHERE email IS NOT NULL UNION SELECT buyer_email FROM orders WHERE buyer_email <> ''
       UNION SELECT email FROM license_requests UNION SELECT email FROM mailing_consents`,
    )
    .all()
    .map(({ email }) => email)
    .filter((email) => email !== 'nova@example.com')
  expect(addresses.length).toBeGreaterThan(4)
  expect(addresses.filter((email) => all.includes(email))).toEqual([])
  const secrets = secretsIn(svc)
  expect(secrets.length).toBeGreaterThan(20)
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
  const others = [
    password,
    decodeURIComponent(nova.cookie),
    nova.sessionId,
    guest.secret,
    'nova-subject',
    'words of another',
    'label@else.example',
    'A Label',
    draft.userId,
    '"draft"',
  ]
  expect(others.filter((secret) => all.includes(secret))).toEqual([])
  expect(
    Object.values(ctx.secrets)
      .flat()
      .filter((secret) => all.includes(String(secret))),
  ).toEqual([])

  const emails = ctx.db.$client.query("SELECT recipient, text_body FROM mails WHERE kind = 'export-ready'").values()
  expect(emails).toEqual([['nova@example.com', expect.stringContaining('/account#data')]])
})

test('one export is made at a time, is downloaded by its owner only, and goes after a week or with the account', async () => {
  const disk = { free: 1e12, freeBytes: () => disk.free, totalBytes: () => 1e12 }
  await using svc = await startShop({ disk })
  const nova = cast(svc.ctx, 'nova')
  const ada = cast(svc.ctx, 'ada')
  const track = await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  const damaged = await addReadyTrack(svc.ctx, nova.cassetId, 'Gone', { position: 2 })
  await Bun.write(svc.ctx.blobs.path(damaged.sha256), 'not what it was')
  const copies = Array.from({ length: 500 }, (_, index) => ({
    ...track,
    id: svc.ctx.uuid(),
    hookId: svc.ctx.uuid(),
    position: index + 3,
  }))
  svc.ctx.db.insert(tracks).values(copies).run()
  const ask = () => svc.call('POST', at, { cookie: nova.cookie })
  expect((await svc.call('GET', at, { cookie: nova.cookie })).json).toEqual({ export: null })
  disk.free = 1e6
  expect((await ask()).status).toBe(503)
  disk.free = 1e12
  const [first, again] = await Promise.all([ask(), ask()])
  expect(again.json).toEqual(first.json)
  const { id } = Object(Reflect.get(Object(first.json), 'export'))
  const file = (cookie: string, headers = {}) => svc.fetch(`${at}/${id}/file`, { headers: { cookie, ...headers } })
  expect((await file(nova.cookie)).status).toBe(409)
  await svc.ctx.jobs.idle()
  const ready = await svc.call('GET', at, { cookie: nova.cookie })
  expect(ready.json).toEqual({
    export: {
      ...Object(Reflect.get(Object(first.json), 'export')),
      state: 'READY',
      bytes: expect.any(Number),
      expiresAt: expect.any(String),
    },
  })
  const part = await file(nova.cookie, { range: 'bytes=0-1' })
  expect([part.status, await part.text(), part.headers.get('cache-control')]).toEqual([206, 'PK', 'private, no-store'])
  expect([(await file('')).status, (await file(ada.cookie)).status]).toEqual([401, 403])

  const { files, id: second } = await exportOf(svc, nova)
  expect(files.get(`tracks/${track.id} Dawn.mp3`)).toEqual(masterBytes('Dawn'))
  expect(files.get('DAMAGED.txt')?.toString()).toContain('Gone.mp3')
  expect([second === id, (await file(nova.cookie)).status, keptZips(svc).length]).toEqual([false, 404, 1])
  expect(listsOf(files).tracks?.length).toBe(502)

  // Enough to ask, too little to pack.
  disk.free = 1.03e9
  const refused = Object(Reflect.get(Object((await ask()).json), 'export'))
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await svc.ctx.jobs.idle()
    svc.tick(10_000)
  }
  await svc.ctx.jobs.idle()
  const failed = { ...refused, state: 'FAILED', problem: 'There is not enough disk space here to pack your data.' }
  expect((await svc.call('GET', at, { cookie: nova.cookie })).json).toEqual({ export: failed })
  const unmade = await svc.call('GET', `${at}/${refused.id}/file`, { cookie: nova.cookie })
  expect([unmade.status, Reflect.get(Object(unmade.json), 'error')]).toEqual([409, failed.problem])
  expect([
    (await ask()).status,
    (await svc.call('GET', `${at}/${second}/file`, { cookie: nova.cookie })).status,
  ]).toEqual([429, 200])
  disk.free = 1e12

  // An export that the program never finished does not count.
  svc.ctx.db.update(accountExports).set({ state: 'MAKING' }).where(eq(accountExports.id, refused.id)).run()
  makeExportJob.open(svc.ctx, JSON.stringify({ exportId: refused.id })).failed(endedEachTime)
  expect((await ask()).status).toBe(202)
  await svc.ctx.jobs.idle()

  svc.tick(7 * 86_400_000)
  expect((await svc.call('GET', `${at}/${second}/file`, { cookie: nova.cookie })).status).toBe(404)
  svc.ctx.jobs.add(sweepDailyJob, {})
  await svc.ctx.jobs.idle()
  expect([keptZips(svc), svc.ctx.db.select().from(accountExports).all()]).toEqual([[], []])

  // A person who signed up with an address that they never confirmed has nothing of those who
  // agreed to something by it.
  const leaver = cast(svc.ctx, 'leaver')
  const agreed = { artistId: nova.artistId, userId: null, email: 'leaver@example.com', text: 'Yes' }
  recordConsent(svc.ctx, { ...agreed, from: 'checkout' })
  expect(listsOf((await exportOf(svc, leaver)).files)['mailing-lists']).toEqual([])
  expect(
    svc.ctx.db.$client.query("SELECT kind FROM mails WHERE recipient = 'leaver@example.com'").values().flat(),
  ).not.toContain('export-ready')
  expect(keptZips(svc).length).toBe(1)
  const asked = await svc.call('POST', at, { cookie: leaver.cookie })
  expect(asked.status).toBe(202)
  expect((await svc.call('POST', '/api/auth/account/delete', { cookie: leaver.cookie, body: {} })).status).toBe(204)
  await svc.ctx.jobs.idle()
  expect([keptZips(svc), svc.ctx.db.select().from(accountExports).all()]).toEqual([[], []])
})
