import { expect, setDefaultTimeout, test } from 'bun:test'
import { changeUser } from '../../../src/account/change-user.ts'
import { createApp } from '../../../src/app.ts'
import { deletePerson } from '../../../src/operate/people/change-person.ts'
import { testLimitMs } from '../../support/limits.ts'
import { staffed } from '../../support/operate/desk-doors.ts'
import { one } from '../../support/operate/open-desk.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import type { Person } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

const isOfDesk = /^\/api\/(?:desk|admin)\//

/** The acts that wait for something and change nothing of the site after that, each with why. */
const waitingAlone: Readonly<Record<string, string>> = {
  'say-is-site': 'it is said before the site starts anew',
  'test-email': 'the email goes to its author',
  'fix-payments': 'it registers the addresses that the site has at its own processor',
  'erase-track': 'the track is erased before its files are waited for',
}

test('each act of the desk that waits for something asks again for the right to it before it writes', async () => {
  await using svc = await startServer()
  const waiting = (await createApp(svc.ctx)).routes
    .filter(({ method, path }) => method !== 'GET' && isOfDesk.test(path))
    .map(({ handler, hooks }) => ({ act: String(hooks?.detail?.act), text: String(handler) }))
    .filter(({ act, text }) => text.startsWith('async') || act in waitingAlone)
  expect(
    waiting
      .filter(({ text }) => !text.includes('requireStill'))
      .map(({ act }) => act)
      .toSorted(),
  ).toEqual(Object.keys(waitingAlone).toSorted())
  expect(
    waiting
      .map(({ act }) => act)
      .filter((act) => !(act in waitingAlone))
      .toSorted(),
  ).toEqual(['change-settings', 'delete-account', 'erase-guest', 'undo-change', 'upgrade'])
})

/** An address that answers only once it is let. */
function slowAddress() {
  const [asked, let_] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = Bun.serve({
    port: 0,
    async fetch({ headers }) {
      asked.resolve()
      await let_.promise
      return new Response('ok', { headers: { 'x-request-id': headers.get('x-request-id') ?? '' } })
    },
  })
  const [url, port] = [`http://localhost:${server.port}`, server.port]
  return { url, port, asked: asked.promise, answer: let_.resolve, [Symbol.dispose]: () => void server.stop(true) }
}

const slowSettings: Readonly<Record<string, (address: { url: string }) => object>> = {
  'an address': ({ url }) => one('BASE_URL', url),
  'a bucket for backups': ({ url }) => ({
    settings: [
      ['BACKUP_TO', 's3://backups/site'],
      ['BACKUP_S3_ENDPOINT', url],
      ['BACKUP_S3_ACCESS_KEY_ID', 'key'],
      ['BACKUP_S3_SECRET_ACCESS_KEY', 'secret of the bucket'],
    ].map(([name, value]) => ({ name, value })),
    anyway: true,
  }),
}

const endings: Readonly<Record<string, { status: number; end: (svc: TestServer, author: Person) => unknown }>> = {
  'signed out': {
    status: 401,
    end: ({ call }, { cookie }) => call('POST', '/api/auth/logout', { cookie }),
  },
  'no longer the owner': { status: 403, end: ({ ctx }, { userId }) => changeUser(ctx, userId, { role: 'member' }) },
  suspended: {
    status: 403,
    end: ({ ctx }, { userId }) => changeUser(ctx, userId, { role: 'member', suspended: 'law' }),
  },
}

test('settings that wait for a slow address are not stored once their author was signed out, or may not set them', async () => {
  for (const [what, body] of Object.entries(slowSettings)) {
    for (const [ending, { status, end }] of Object.entries(endings)) {
      await using svc = await startServer({ limiter: { take: () => 0 } })
      using slow = slowAddress()
      const { owner } = staffed(svc).actors
      const saving = svc.call('PATCH', '/api/desk/settings', { cookie: owner.cookie, body: body(slow) })
      await slow.asked
      await end(svc, owner)
      slow.answer()
      expect([what, ending, (await saving).status]).toEqual([what, ending, status])
      const rows = ['setting_changes', 'desk_done'].flatMap((table) =>
        svc.ctx.db.$client.query(`SELECT * FROM ${table}`).all(),
      )
      expect(rows).toEqual([])
    }
  }
})

test('an account is not deleted once whoever deletes it may not do that any more', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' } })
  const { owner, member } = staffed(svc).actors
  const { userId: id, handle } = member
  const refuse = () => {
    throw new Error('no right')
  }
  await expect(deletePerson(svc.ctx, owner, { id, handle, reason: 'A court.' }, refuse)).rejects.toThrow('no right')
  const { deletedAt } = Object(
    svc.ctx.db.$client.query('SELECT deleted_at AS deletedAt FROM users WHERE id = ?').get(id),
  )
  expect(deletedAt).toBeNull()
})

test('only the newest change of a setting is undone', async () => {
  await using svc = await startServer()
  const { owner, all } = staffed(svc).actors
  for (const value of ['first', 'second', 'third'])
    await svc.call('PATCH', '/api/desk/settings', { cookie: owner.cookie, body: one('SITE_LINE', value) })
  await svc.call('PATCH', '/api/desk/settings', { cookie: owner.cookie, body: one('SITE_NAME', 'Ours') })
  const rows = () => svc.ctx.db.$client.query('SELECT id, value FROM setting_changes ORDER BY id').values()
  const undo = async (place: number) =>
    (await svc.call('POST', `/api/desk/changes/${rows()[place]?.[0]}/undo`, { cookie: all.cookie, body: {} })).status
  expect([await undo(0), await undo(1), rows().length]).toEqual([409, 409, 4])
  expect([await undo(2), await undo(2)]).toEqual([204, 409])
  expect(rows().map(([, value]) => value)).toEqual(['first', 'second', 'third', 'Ours', 'second'])
  // Undoing is itself a change, and the newest one now.
  expect([await undo(4), rows().at(-1)?.[1]]).toEqual([204, 'third'])
})
