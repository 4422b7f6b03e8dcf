import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Service } from '../../../src/operate/upgrade/program/running-site.ts'
import { upgradeProgram } from '../../../src/operate/upgrade/program/upgrade.ts'
import { misfitOf, previousOf } from '../../../src/operate/upgrade/release-key.ts'
import { writeReport } from '../../../src/operate/upgrade/report.ts'
import { beginUpgrade, goBack, readUpgrade, upgradingOf } from '../../../src/operate/upgrade/upgrade.ts'
import { readSigningKey, signatureOf } from '../../../src/platform/build/release/signing-key.ts'
import { version as own } from '../../../src/platform/version.ts'
import { makeOwner } from '../../support/earnings/dispute.ts'
import { temporaryFolder } from '../../support/process.ts'
import { putMigrated, startServer } from '../../support/server.ts'
import { inTree } from '../../support/tree.ts'
import { cast } from '../../support/world.ts'

test.each([
  ['0.3.0', 'linux-x64', undefined],
  ['0.2.0', 'linux-x64', 'version'],
  ['0.1.9', 'linux-x64', 'version'],
  ['0.2.0-rc.1', 'linux-x64', 'version'],
  ['0.3.0', 'linux-arm64', 'target'],
] as const)(
  'version %s for %s beside 0.2.0 for linux-x64: what keeps it from taking its place is %p',
  (version, content, misfit) => {
    expect(misfitOf({ version, content }, { target: 'linux-x64', running: '0.2.0' })).toBe(misfit)
  },
)

test('the desk says why it cannot replace the program, and takes no file then', async () => {
  await using svc = await startServer({ env: { MAX_UPLOAD_MB: '1' } })
  const nova = cast(svc.ctx, 'nova')
  makeOwner(svc, nova)
  const page = await svc.call('GET', '/desk/health', { cookie: nova.cookie })
  expect(page.text).toContain('Here the program is not replaced at the desk')
  const back = await svc.call('POST', '/api/desk/upgrade/back', { cookie: nova.cookie })
  expect([back.status, back.json]).toMatchObject([409, { code: 'BAD_STATE' }])
  const form = new FormData()
  form.set('file', new File([new Uint8Array(3_000_000)], 'tapedeck.tar.gz'))
  const headers = { cookie: nova.cookie }
  // The limit of uploads does not apply to it.
  expect((await svc.fetch('/api/desk/upgrade', { method: 'POST', headers, body: form })).status).toBe(409)
  const size = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '401000001' }
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const options = { method: 'POST', headers: { ...headers, ...size } }
  const asked = request(`${svc.url}/api/desk/upgrade`, options, ({ statusCode }) => resolve(statusCode))
  asked.on('error', reject).flushHeaders()
  expect(await promise).toBe(413)
  asked.destroy()
})

test('an upgrade that was cut off is told as what it led to, also where its id is another process’s by now', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  makeOwner(svc, nova)
  const last = async () => (await svc.call('GET', '/api/desk/upgrade', { cookie: nova.cookie })).json
  const running = { state: 'running', from: '0.1.0', startedAt: svc.ctx.now(), text: 'So far.' } as const
  writeReport(svc.dataDir, { ...running, version: '99.0.0', pid: 0 })
  expect(await last()).toMatchObject({ last: { state: 'running' } })
  // It has a minute to begin, or never will.
  svc.tick(60_000)
  expect(await last()).toMatchObject({ last: { state: 'failed' } })
  writeReport(svc.dataDir, { ...running, version: '99.0.0', pid: process.pid })
  const text = 'So far.\nIt ended before it had told how it went.'
  expect(await last()).toMatchObject({ last: { state: 'failed', text } })
  writeReport(svc.dataDir, { ...running, version: own, pid: process.pid })
  expect(await last()).toMatchObject({ last: { state: 'done', text } })
  for (const part of ['', '{"state":"run']) {
    writeFileSync(join(svc.dataDir, 'upgrade/report.json'), part)
    expect(await last()).toMatchObject({ version: own, last: null })
  }
})

/** A site whose program is a file in a folder; an upgrade that the desk begins there never ends. */
async function replaceable(folder: string) {
  const svc = await startServer()
  const executable = join(folder, 'tapedeck')
  writeFileSync(executable, '')
  copyFileSync(inTree('test/fixtures/minisign/release.pub'), join(folder, 'tapedeck.pub'))
  const begun: string[][] = []
  const start = (args: readonly string[]) => {
    begun.push([...args])
    return Promise.withResolvers<number>().promise
  }
  upgradingOf.give(svc.ctx, { start, ownPid: process.pid, target: 'linux-x64' })
  return { svc, ctx: { ...svc.ctx, selfCommand: [executable] }, begun, executable }
}

test('the desk takes no file that another signed, or nobody, and keeps none of them', async () => {
  using folder = temporaryFolder()
  const { svc, ctx, begun } = await replaceable(folder.path)
  await using _ = svc
  const key = readSigningKey(readFileSync(inTree('test/fixtures/minisign/release.key'), 'utf8'))
  const file = Buffer.from('a program')
  for (const signature of ['', signatureOf(key, Buffer.from('another'), 'tapedeck 9.0.0 linux-x64')]) {
    const body = new FormData()
    body.set('signature', signature)
    body.set('file', new File([file], 'tapedeck.tar.gz'))
    const asked = new Request(`${svc.url}/api/desk/upgrade`, { method: 'POST', body })
    const taken = beginUpgrade(ctx, { userId: '' }, asked, () => {})
    await expect(taken).rejects.toThrow('nothing was changed')
  }
  expect([begun, readdirSync(join(svc.dataDir, 'blobs/scratch'))]).toEqual([[], []])
})

test('the desk takes no upgrade from somebody who may not do that any more once the file is there', async () => {
  using folder = temporaryFolder()
  const { svc, ctx, begun } = await replaceable(folder.path)
  await using _ = svc
  const key = readSigningKey(readFileSync(inTree('test/fixtures/minisign/release.key'), 'utf8'))
  const file = Buffer.from('a program')
  const send = (requireStill: () => void) => {
    const body = new FormData()
    body.set('signature', signatureOf(key, file, 'tapedeck 99.0.0 linux-x64'))
    body.set('file', new File([file], 'tapedeck.tar.gz'))
    return beginUpgrade(ctx, { userId: '' }, new Request(svc.url, { method: 'POST', body }), requireStill)
  }
  const taken = send(() => {
    throw new Error('They help no longer.')
  })
  await expect(taken).rejects.toThrow('They help no longer.')
  expect([begun, readdirSync(join(svc.dataDir, 'blobs/scratch'))]).toEqual([[], []])
  await send(() => {})
  expect(begun).toHaveLength(1)
})

test('the desk goes back to the version before, once, and not while an upgrade runs', async () => {
  using folder = temporaryFolder()
  const { svc, ctx, begun, executable } = await replaceable(folder.path)
  await using _ = svc
  const done = { state: 'done', from: '0.1.0', version: own, startedAt: svc.ctx.now(), pid: 1, text: '' } as const
  writeFileSync(previousOf(executable), '')
  expect(() => goBack(ctx, { userId: '' })).toThrow('There is no version to go back to.')
  writeReport(svc.dataDir, { ...done, version: '0.9.0' })
  expect(readUpgrade(ctx).previous).toBeNull()
  writeReport(svc.dataDir, done)
  goBack(ctx, { userId: '' })
  expect(() => goBack(ctx, { userId: '' })).toThrow('An upgrade is running.')
  expect(begun).toEqual([['--back']])
})

/** A site that is not served here, its program, and one that takes its place as a shell says. */
function swap(folder: string, lines: string, service?: Service) {
  const [executable, candidate, dataDir] = ['tapedeck', 'tapedeck.new', 'data'].map((name) => join(folder, name))
  if (!executable || !candidate || !dataDir) throw new Error('There is no folder.')
  writeFileSync(executable, 'the version before')
  const shell = `#!/bin/sh\ncase "$1" in\n${lines}\n--version) echo 9.0.0 ;;\nesac\n`
  writeFileSync(candidate, shell, { mode: 0o755 })
  if (!existsSync(dataDir)) putMigratedAt(dataDir)
  const given = { executable, candidate, version: '9.0.0', dataDir, env: {}, service, pid: process.pid }
  const said: string[] = []
  return {
    said,
    ended: upgradeProgram({ ...given, print: (line) => said.push(line) }).then(() => undefined, String),
    files: () => readdirSync(folder).toSorted(),
    isBefore: () => readFileSync(executable, 'utf8') === 'the version before',
  }
}

function putMigratedAt(dataDir: string): void {
  mkdirSync(dataDir)
  putMigrated(dataDir)
}

const broken = [
  ['--version) echo 8.0.0 ;;', 'It says that it is version 8.0.0, and is signed as 9.0.0.'],
  ['--version) exit 3 ;;', 'It does not start on this machine'],
  ['__try) echo broken; exit 1 ;;', 'It does not serve a copy of this site: broken'],
] as const

test.each(broken)(
  'a program that is to take the place of another and does %s leaves all as it was',
  async (lines, why) => {
    using folder = temporaryFolder()
    const { ended, files, isBefore } = swap(folder.path, lines)
    expect(await ended).toContain(why)
    expect([files(), isBefore()]).toEqual([['data', 'tapedeck'], true])
    expect(existsSync(join(folder.path, 'data/upgrade/trial'))).toBe(false)
  },
)

test('a program takes the place of another, which stays beside it', async () => {
  using folder = temporaryFolder()
  const { ended, files, isBefore } = swap(folder.path, '')
  expect(await ended).toBeUndefined()
  expect([files(), isBefore()]).toEqual([['data', 'tapedeck', 'tapedeck.previous'], false])
  expect(readdirSync(join(folder.path, 'data/upgrade'))).toEqual(['before'])
})

const readers = [
  ['', false],
  [', also while another program reads the database', true],
] as const

test.each(readers)(
  'a program that changes the database and does not answer is taken back, with what came in before it began%s',
  async (_, isRead) => {
    using folder = temporaryFolder()
    const at = (name: string) => join(folder.path, 'data', name)
    const change = (path: string, sql: string) => {
      using db = new Database(path)
      db.run(sql)
    }
    const steps = (path: string) => {
      using db = new Database(path)
      return db.query("SELECT name FROM migrations WHERE name LIKE '9999%' ORDER BY name").values().flat()
    }
    using stack = new DisposableStack()
    const read = (path: string) => {
      const db = stack.use(new Database(path))
      db.run('BEGIN')
      db.query('SELECT count(*) FROM migrations').get()
    }
    const add = (name: string) => `INSERT INTO migrations VALUES ('${name}', 1)`
    let starts = 0
    const service: Service = {
      // The site includes everything that is written before the service stops.
      stop: async () => void (starts === 0 && change(at('tapedeck.db'), add('9999_late'))),
      async start() {
        starts += 1
        if (starts > 1) return undefined
        if (isRead) read(at('tapedeck.db'))
        change(at('tapedeck.db'), add('9999_step'))
        return 'it ended with 7'
      },
      holdDoor: async () => {},
      openDoor: async () => {},
      handOver: async () => undefined,
    }
    const bun = `BUN_BE_BUN=1 ${process.execPath} -e`
    const step = `new (require("bun:sqlite").Database)(process.env.DATA_DIR + "/tapedeck.db").run("${add('9999_step')}")`
    const { ended, files, isBefore } = swap(folder.path, `__try) ${bun} '${step.replaceAll("'", "'\\''")}' ;;`, service)
    expect(await ended).toContain('Version 9.0.0 was taken back: it ended with 7. The version before serves again.')
    expect([files(), isBefore()]).toEqual([['data', 'tapedeck'], true])
    expect([steps(at('tapedeck.db')), steps(at('upgrade/failed/tapedeck.db'))]).toEqual([
      ['9999_late'],
      ['9999_late', '9999_step'],
    ])
  },
)
