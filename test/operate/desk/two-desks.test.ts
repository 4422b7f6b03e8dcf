import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { newestChanges } from '../../../src/platform/setting/stored-settings.ts'
import { formBytes, sendForm } from '../../support/casset/upload.ts'
import { testLimitMs } from '../../support/limits.ts'
import { type Body, change, one, openDesk } from '../../support/operate/open-desk.ts'
import { png } from '../../support/platform/picture.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

/** A site with nova, who owns it, and mo, who helps with everything. */
async function shared() {
  const svc = await startServer()
  const [nova, mo] = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'moe')]
  makeOwner(svc.ctx, 'nova@example.com')
  await svc.call('PUT', '/api/desk/helpers', { cookie: nova.cookie, body: { account: 'moe', helps: 'all' } })
  const save = (cookie: string, body: Body) => svc.call('PATCH', '/api/desk/settings', { cookie, body })
  return { svc, nova, mo, save }
}

/** A setting as the desk shows it. */
async function shown(svc: TestServer, cookie: string, name: string) {
  const { json } = await svc.call('GET', '/api/desk/settings', { cookie })
  const settings: unknown = Reflect.get(Object(json), 'settings')
  const found = Array.isArray(settings) ? settings.find((each) => each.name === name) : undefined
  return { value: Object(found).value, change: Object(found).change, draft: Object(found).draft }
}

test('of two desks that save one field the second is told of the first, and overwrites nothing', async () => {
  const { svc, nova, mo, save } = await shared()
  await using _ = svc
  const before = await shown(svc, mo.cookie, 'SITE_NAME')
  expect(before).toMatchObject({ value: null, change: null })
  const named = (value: string, change: unknown) => ({ settings: [{ name: 'SITE_NAME', value, change }] })
  expect((await save(nova.cookie, named('First', before.change))).status).toBe(204)
  const late = named('Second', before.change)
  const refused = await save(mo.cookie, { settings: [{ name: 'SITE_LINE', value: 'A line' }, ...late.settings] })
  expect([refused.status, refused.json]).toMatchObject([409, { field: 'SITE_NAME', code: 'BAD_STATE' }])
  expect(newestChanges(svc.ctx, 10)).toMatchObject([{ name: 'SITE_NAME', value: 'First', userId: nova.userId }])
  // Another field of the same form is free, and so is this one once it was read again.
  expect((await save(mo.cookie, one('SITE_LINE', 'A line'))).status).toBe(204)
  const { change: read } = await shown(svc, mo.cookie, 'SITE_NAME')
  expect((await save(mo.cookie, named('Second', read))).status).toBe(204)
  expect((await save(nova.cookie, named('Third', read))).status).toBe(409)
  expect(await shown(svc, nova.cookie, 'SITE_NAME')).toMatchObject({ value: 'Second' })
})

test('of two desks that save one field at the same moment one wins, also where the address is tried first', async () => {
  const { svc, nova, save } = await shared()
  await using _ = svc
  const { change: read } = await shown(svc, nova.cookie, 'BASE_URL')
  const to = (value: string) => ({ settings: [{ name: 'BASE_URL', value, change: read }] })
  const answers = await Promise.all([save(nova.cookie, to(svc.url)), save(nova.cookie, to(`${svc.url}/`))])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(newestChanges(svc.ctx, 10)).toHaveLength(1)
})

test('a change that is refused makes no folder for backups', async () => {
  const { svc, nova, save } = await shared()
  await using _ = svc
  using folder = temporaryFolder()
  const place = join(folder.path, 'backups')
  const backups = { name: 'BACKUP_TO', value: place }
  const body = { settings: [backups, { name: 'START_PAGE', value: 'nobody' }] }
  expect((await save(nova.cookie, body)).json).toMatchObject({ field: 'START_PAGE' })
  expect(existsSync(place)).toBe(false)
  expect((await save(nova.cookie, { settings: [backups] })).status).toBe(204)
  expect(existsSync(place)).toBe(true)
})

test('drafts of the texts about the site are published only once their blanks are filled in', async () => {
  const { svc, nova, save } = await shared()
  await using _ = svc
  for (const name of ['IMPRINT', 'PRIVACY_POLICY', 'TERMS', 'CONTACT', 'DROP_RULES']) {
    const draft = String((await shown(svc, nova.cookie, name)).draft)
    expect(draft).toContain('[[')
    expect((await save(nova.cookie, one(name, draft))).json).toMatchObject({ code: 'VALIDATION', field: name })
    expect((await save(nova.cookie, one(name, draft.replaceAll(/\[\[|\]\]/g, '')))).status).toBe(204)
  }
})

test('the picture of the site is its icon everywhere, and stays while it is used, also when its change is undone', async () => {
  const { folder, svc, cookie, read } = await openDesk()
  using _ = folder
  const upload = async (shade: number, side = 640) => {
    const bytes = png(side, side, () => [shade, 90, 40])
    const sent = await sendForm(
      svc,
      '/api/studio/assets',
      cookie,
      formBytes([{ name: 'file', value: bytes, fileName: 'a.png' }]),
    )
    return String(Object(Reflect.get(Object(sent.json), 'asset')).id)
  }
  const [first, second] = [await upload(10), await upload(200)]
  const absent = '0193b5a0-0000-7000-8000-000000000000'
  expect((await change(svc, cookie, one('SITE_PICTURE', absent))).json).toMatchObject({ field: 'SITE_PICTURE' })
  const drop = (id: string) => svc.call('DELETE', `/api/studio/assets/${id}`, { cookie })

  await change(svc, cookie, one('SITE_PICTURE', first))
  const home = await (await svc.fetch('/')).text()
  const at = (width: number) => `/api/assets/${first}/${width}.webp`
  expect(home).toContain(`<link rel="icon" href="${at(128)}" type="image/webp"/>`)
  expect(home).toContain(`<link rel="apple-touch-icon" href="${at(256)}"/>`)
  expect(home).toContain(`<a class="mark" href="/"><img src="${at(128)}"`)
  expect(home).toMatch(new RegExp(`property="og:image" content="http[^"]+${at(640)}"`))
  const { icons } = Object(await (await svc.fetch('/app.webmanifest')).json())
  expect(icons).toContainEqual({ src: at(256), sizes: '256x256', type: 'image/webp' })
  for (const { src, sizes } of icons) {
    const { width, height } = await new Bun.Image(await (await svc.fetch(src)).bytes()).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
  expect((await drop(first)).status).toBe(409)

  await change(svc, cookie, one('SITE_PICTURE', second))
  expect((await drop(second)).status).toBe(409)
  const id = Reflect.get(Object(Reflect.get(Object(await read()), 'changes'))[0], 'id')
  expect((await drop(first)).status).toBe(204)
  // The picture before is gone: the undoing is refused, and the present one stays.
  expect((await svc.call('POST', `/api/desk/changes/${id}/undo`, { cookie })).json).toMatchObject({
    field: 'SITE_PICTURE',
  })
  expect(await (await svc.fetch('/')).text()).toContain(second)
  // Browsers install nothing by an icon so small.
  await change(svc, cookie, one('SITE_PICTURE', await upload(90, 100)))
  expect(await (await svc.fetch('/app.webmanifest')).text()).toContain('icon-192')
  await change(svc, cookie, one('SITE_PICTURE', null))
  expect(await (await svc.fetch('/')).text()).not.toContain(second)
  expect((await drop(second)).status).toBe(204)
  await svc.end('SIGTERM')
})
