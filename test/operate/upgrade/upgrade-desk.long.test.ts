import { expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { packTar } from 'modern-tar'
import { writeReport } from '../../../src/operate/upgrade/report.ts'
import { readSigningKey, signatureOf } from '../../../src/platform/build/release/signing-key.ts'
import { hostTarget } from '../../../src/platform/build/release/targets.ts'
import { version as own } from '../../../src/platform/version.ts'
import { cookieOf, signUpBody } from '../../support/account/account.ts'
import { browserTest, islandReady, openPage, signIn, useBrowser } from '../../support/browser.ts'
import { makeOwner } from '../../support/earnings/dispute.ts'
import { testLimitMs } from '../../support/limits.ts'
import { temporaryFolder } from '../../support/process.ts'
import { placeExecutable } from '../../support/program.ts'
import { freePort } from '../../support/room/redis.ts'
import { callAt, startServer } from '../../support/server.ts'
import { inTree } from '../../support/tree.ts'
import { cast } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)
useBrowser()

const key = readSigningKey(readFileSync(inTree('test/fixtures/minisign/release.key'), 'utf8'))

/** Another version, which is this very program. */
const programOf = (real: string, version: string, lines = '') =>
  `#!/bin/sh\ncase "$1" in\n--version) echo ${version}; exit ;;\n${lines}\nesac\nexec ${real} "$@"\n`

/** A download of another version and its signature. */
async function download(real: string, version: string, { content = hostTarget, lines = '' } = {}) {
  const program = programOf(real, version, lines)
  const header = { name: `tapedeck-${version}/tapedeck`, size: program.length, mode: 0o755, type: 'file' } as const
  const file = Bun.gzipSync(Buffer.from(await packTar([{ header, body: program }])))
  return { file, signature: signatureOf(key, file, `tapedeck ${version} ${content}`) }
}

/** The installed program, started as somebody does who has downloaded it, with its owner. */
async function startInstalled(folder: string, port = 0) {
  const at = (...names: string[]) => join(folder, ...names)
  for (const name of ['bin', 'real']) mkdirSync(at(name))
  await placeExecutable(at('real/tapedeck'))
  chmodSync(at('real/tapedeck'), 0o755)
  copyFileSync(at('real/tapedeck'), at('bin/tapedeck'))
  linkSync(at('real/tapedeck'), at('bin/later'))
  copyFileSync(inTree('test/fixtures/minisign/release.pub'), at('bin/tapedeck.pub'))
  const child = Bun.spawn([at('bin/tapedeck'), 'serve'], {
    cwd: folder,
    env: { DATA_DIR: at('data'), HOST: '127.0.0.1', PORT: `${port}`, LOG_LEVEL: 'silent', PATH: Bun.env.PATH ?? '' },
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const setUpWith = Promise.withResolvers<string>()
  // The output is read to its end: a program ends at the next line that nobody reads.
  const read = async () => {
    let said = ''
    for await (const piece of child.stdout) {
      said += new TextDecoder().decode(piece)
      const [, token] = /setup#token=([\w-]+)\s/.exec(said) ?? []
      if (token !== undefined) setUpWith.resolve(token)
    }
    setUpWith.reject(new Error(`ended before its setup:\n${said}`))
  }
  void read()
  const setup = await setUpWith.promise
  const holder = () => Object(JSON.parse(readFileSync(at('data/lock.json'), 'utf8')))
  const call = async (method: string, path: string, body?: FormData, cookie = '') =>
    fetch(new URL(path, holder().url), { method, headers: { cookie }, ...(body ? { body } : {}) })
  const cookie = cookieOf(
    await callAt(holder().url)('POST', '/api/auth/signup', { body: { ...signUpBody('nova'), setup } }),
  )
  return {
    cookie,
    later: at('bin/later'),
    pid: () => Number(holder().pid),
    read: () =>
      call('GET', '/api/desk/upgrade', undefined, cookie).then(
        (answer) => answer.json(),
        () => null,
      ),
    async upgrade({ file, signature }: { file: Uint8Array<ArrayBuffer>; signature: string }) {
      const form = new FormData()
      form.set('signature', signature)
      form.set('file', new File([file], 'tapedeck.tar.gz'))
      const answer = await call('POST', '/api/desk/upgrade', form, cookie)
      return [answer.status, await answer.text()] as const
    },
    goBack: async () => (await call('POST', '/api/desk/upgrade/back', undefined, cookie)).status,
    async [Symbol.asyncDispose]() {
      const pid = existsSync(at('data/lock.json')) ? Number(holder().pid) : child.pid
      process.kill(pid)
      while (existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '))
        await Bun.sleep(20)
      child.kill()
      await child.exited
    },
  }
}

test('the owner puts a newer version in place at the desk, which refuses every other file and tells how it went', async () => {
  using folder = temporaryFolder()
  await using site = await startInstalled(folder.path)
  const { later: real, upgrade, read } = site
  expect(await read()).toMatchObject({ obstacle: null, previous: null, last: null, target: hostTarget })
  const good = await download(real, '9.0.0')
  const other = await download(real, '9.0.1')
  expect(await upgrade({ ...good, signature: other.signature })).toEqual([
    400,
    expect.stringContaining('nothing was changed'),
  ])
  expect(await upgrade({ ...good, signature: '' })).toEqual([400, expect.stringContaining('nothing was changed')])
  expect(await upgrade(await download(real, '0.1.0'))).toEqual([400, expect.stringContaining('only a newer one')])
  expect(await upgrade(await download(real, '9.0.0', { content: 'plan9-mips' }))).toEqual([
    400,
    expect.stringContaining('This file is for plan9-mips'),
  ])
  expect(existsSync(join(folder.path, 'data/upgrade'))).toBe(false)
  const over = async () => {
    for (;;) {
      const found = Object(await read())
      if (found.last?.state !== 'running' && found.last) return found.last
      await Bun.sleep(50)
    }
  }
  const own = join(folder.path, 'bin/tapedeck')
  chmodSync(own, 0o644)
  expect(await upgrade(good)).toEqual([503, expect.stringContaining('The system does not start the upgrade: ')])
  expect(await read()).toMatchObject({ last: { state: 'failed', text: expect.stringContaining('EACCES') } })
  chmodSync(own, 0o755)
  const former = site.pid()
  expect(await upgrade(await download(real, '9.1.0', { lines: '__try) echo broken; exit 1 ;;' }))).toEqual([204, ''])
  expect(await over()).toMatchObject({ state: 'failed', version: '9.1.0', text: expect.stringContaining('broken') })
  expect(site.pid()).toBe(former)
  // When two are asked for at once, one begins.
  const both = await Promise.all([upgrade(good), upgrade(good)])
  expect(both.map(([status]) => status).toSorted()).toEqual([204, 409])
  expect(await over()).toMatchObject({ state: 'done', version: '9.0.0' })
  expect(site.pid()).not.toBe(former)
  expect(readFileSync(join(folder.path, 'bin/tapedeck'), 'utf8')).toStartWith('#!/bin/sh')
  expect(readdirSync(join(folder.path, 'data/upgrade')).toSorted()).toEqual(['before', 'report.json'])
  expect(readdirSync(join(folder.path, 'data/blobs/scratch'))).toEqual([])
})

browserTest(
  'the owner upgrades and goes back in the browser alone, whose page waits for each version and loads it',
  async () => {
    using folder = temporaryFolder()
    const port = freePort()
    await using site = await startInstalled(folder.path, port)
    const { file, signature } = await download(site.later, '9.0.0')
    const files = [
      { name: 'tapedeck-9.0.0.tar.gz', mimeType: 'application/gzip', buffer: Buffer.from(file) },
      { name: 'tapedeck-9.0.0.tar.gz.minisig', mimeType: 'text/plain', buffer: Buffer.from(signature) },
    ]
    const url = `http://localhost:${port}`
    await using open = await openPage({ url }, '/login')
    const { page, problems } = open
    await signIn(page.context(), { url }, site)
    await page.goto(`${url}/desk/health`)
    await islandReady(page, 'desk/health')
    const former = site.pid()
    await page.getByLabel('The download and its signature').setInputFiles(files.slice(0, 1))
    await page.getByRole('button', { name: 'Upgrade' }).click()
    await page.getByText('Choose both: the download, and').waitFor()
    await page.getByLabel('The download and its signature').setInputFiles(files)
    await page.getByRole('button', { name: 'Upgrade' }).click()
    await page.getByText('Version 9.0.0 took the place of').waitFor()
    expect(site.pid()).not.toBe(former)
    expect(readFileSync(join(folder.path, 'bin/tapedeck'), 'utf8')).toStartWith('#!/bin/sh')
    const backKey = page.getByRole('button', { name: 'Go back' })
    expect(await backKey.count()).toBe(0)
    expect(await site.goBack()).toBe(409)

    // The script of 9.0.0 runs this very program: as if that had taken the place of 8.0.0.
    const [real, elsewhere] = [site.later, join(folder.path, 'real/tapedeck')]
    const upgraded = site.pid()
    const done = { state: 'done', from: '8.0.0', version: own, startedAt: Date.now(), pid: 1, text: '' } as const
    writeReport(join(folder.path, 'data'), done)
    writeFileSync(`${real}.previous`, programOf(elsewhere, '8.0.0'), { mode: 0o755 })
    await page.reload()
    await islandReady(page, 'desk/health')
    await page.getByRole('button', { name: 'Go back to 8.0.0' }).click()
    await page.getByText(`Version 8.0.0 took the place of ${own}`).waitFor()
    expect(site.pid()).not.toBe(upgraded)
    expect(readFileSync(real, 'utf8')).toBe(programOf(elsewhere, '8.0.0'))
    expect(await backKey.count()).toBe(0)
    rmSync(elsewhere)
    expect(await site.read()).toMatchObject({
      obstacle: expect.stringContaining('was replaced or moved'),
      previous: null,
    })
    expect(await site.goBack()).toBe(409)
    expect(problems.filter((text) => !/ERR_/.test(text))).toEqual([])
  },
)

browserTest(
  'the desk shows the end of an upgrade, and whoever went on to another page meanwhile stays there',
  async () => {
    await using svc = await startServer()
    const nova = cast(svc.ctx, 'nova')
    makeOwner(svc, nova)
    await using doing = Bun.spawn(['sh', '-c', 'read line', '__upgrade'], { stdin: 'pipe' })
    const running = { from: '0.1.0', version: own, startedAt: svc.ctx.now(), pid: doing.pid, text: '' } as const
    const write = (state: 'running' | 'done') => writeReport(svc.dataDir, { ...running, state })
    write('running')
    await using open = await openPage(svc, '/desk/health', { as: nova })
    const { page } = open
    await islandReady(page, 'desk/health')
    await page.getByText('is being tried and put in place').waitFor()
    await page.evaluate('globalThis.stays = true')
    await page.getByRole('main').getByRole('link', { name: 'The log', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Log' }).waitFor()
    write('done')
    await Bun.sleep(2_000)
    expect(await page.evaluate('globalThis.stays')).toBe(true)
    write('running')
    await page.goto(`${svc.url}/desk/health`)
    await islandReady(page, 'desk/health')
    await page.evaluate('globalThis.stays = true')
    write('done')
    await page.getByText('took the place of').waitFor()
    await page.waitForFunction('globalThis.stays === undefined')
  },
)
