import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version } from '../../src/platform/version.ts'
import { browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { fixture } from '../support/casset/upload.ts'
import { placeExecutable } from '../support/program.ts'

useBrowser()

/** The executable, alone in a folder that knows nothing of the source tree. */
async function emptyFolder() {
  const path = mkdtempSync(join(tmpdir(), 'tapedeck-binary-'))
  await placeExecutable(join(path, 'tapedeck'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

function run(folder: string, args: string[], env: Record<string, string> = {}) {
  const given = { HOME: folder, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env }
  return Bun.spawn([join(folder, 'tapedeck'), ...args], { cwd: folder, env: given, stdout: 'pipe', stderr: 'pipe' })
}

async function output(folder: string, args: string[]) {
  const child = run(folder, args)
  const [text, problem] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { exitCode: await child.exited, text: text + problem }
}

async function listening(child: ReturnType<typeof run>): Promise<string> {
  let text = ''
  for await (const piece of child.stdout) {
    text += new TextDecoder().decode(piece)
    const url = /listening on (\S+)/.exec(text)?.[1]
    if (url !== undefined) return url
  }
  throw new Error(`It did not listen: ${text}`)
}

test('the executable alone tells its version, its licences and what is wrong with its configuration', async () => {
  using folder = await emptyFolder()
  expect(await output(folder.path, ['--version'])).toEqual({ exitCode: 0, text: `${version}\n` })
  const licenses = await output(folder.path, ['licenses'])
  expect(licenses.text).toContain('elysia')
  expect(licenses.text).toContain('SIL OPEN FONT LICENSE')
  const unknown = await output(folder.path, ['rewind'])
  expect([unknown.exitCode, unknown.text]).toEqual([1, expect.stringContaining('"rewind" is not a command')])
  const doctor = await output(folder.path, ['doctor'])
  expect([doctor.exitCode, doctor.text]).toEqual([1, expect.stringContaining('there is no such folder')])
  expect(readdirSync(folder.path)).toEqual(['tapedeck'])
})

browserTest(
  'the executable alone serves a page in an empty folder, takes a track in, packs it and plays its hook, also once its file was replaced',
  async () => {
    using folder = await emptyFolder()
    const child = run(folder.path, [])
    const url = await listening(child)
    // Replaces the program as an update does. The running one goes on, and so do its children.
    writeFileSync(join(folder.path, 'newer'), 'another program')
    renameSync(join(folder.path, 'newer'), join(folder.path, 'tapedeck'))
    const draft = { email: 'a@example.com', password: 'long enough', handle: 'alone', displayName: 'Alone' }
    const signUp = await fetch(`${url}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(draft),
    })
    const cookie = signUp.headers.get('set-cookie')?.split(';')[0] ?? ''
    const media = async (): Promise<{ casset: { id: string }; tracks: { file: { status: string } }[] }> =>
      (await fetch(`${url}/api/casset/alone/media`, { headers: { cookie } })).json()
    const { casset } = await media()
    const form = new FormData()
    // The file says what it is called, and its name is not asked.
    form.set('file', new File([await fixture('flac-long.flac')], 'Long Road.flac'))
    const tracks = `${url}/api/studio/casset/${casset.id}/tracks`
    expect((await fetch(tracks, { method: 'POST', body: form, headers: { cookie } })).status).toBe(201)
    while ((await media()).tracks[0]?.file.status === 'PROCESSING') await Bun.sleep(50)
    const published = await fetch(`${url}/api/studio/casset/${casset.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ published: true }),
    })
    expect(published.status).toBe(200)

    const zip = await fetch(`${url}/api/casset/alone/download`, { headers: { cookie } })
    const packed = Buffer.from(await zip.arrayBuffer())
    expect([
      zip.status,
      packed.includes('Alone - Alone/01 SECRET-TITLE.flac'),
      packed.includes('ARTIST=Alone'),
    ]).toEqual([200, true, true])

    await using opened = await openPage({ url }, '/@alone')
    const { page, problems } = opened
    await islandReady(page, 'tracks')
    await page.getByRole('button', { name: 'Play SECRET-TITLE' }).click()
    await page.getByRole('button', { name: 'Pause SECRET-TITLE' }).waitFor()
    expect(problems).toEqual([])

    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    expect(readdirSync(folder.path).sort()).toEqual(['data', 'tapedeck'])
  },
)
