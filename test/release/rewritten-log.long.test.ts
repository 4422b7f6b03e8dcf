import { expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPage } from '../support/browser.ts'
import { fixture, uploadTrack } from '../support/casset/upload.ts'
import { testLimitMs } from '../support/limits.ts'
import { runProgram, type ServerProcess, signUpAt, startProcess, temporaryFolder } from '../support/process.ts'

setDefaultTimeout(testLimitMs)

/** Asks until an answer is as it should be. */
async function until<T>(ask: () => Promise<T>, isRight: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await ask()
    if (isRight(found)) return found
    await Bun.sleep(50)
  }
}

const jsonOf = async (svc: ServerProcess, path: string) => Object((await svc.call('GET', path)).json)
const headOf = async (svc: ServerProcess) => (await svc.call('GET', '/log/checkpoint')).text
const verify = (svc: ServerProcess, id: string) => runProgram(['verify', `${svc.url}/@nova/releases/${id}`], {})

/** Puts an older database back so that nothing in the folder tells of it. */
function rewind(dataDir: string, older: string, headNote: string): void {
  for (const rest of ['-wal', '-shm']) rmSync(join(dataDir, `tapedeck.db${rest}`), { force: true })
  copyFileSync(older, join(dataDir, 'tapedeck.db'))
  const path = join(dataDir, 'log-head.json')
  const note = { ...JSON.parse(headNote), inode: statSync(path).ino }
  writeFileSync(path, JSON.stringify(note).padEnd(200))
}

test('a second deck witnesses the first, which is then cut and rewritten: command and both pages say so', async () => {
  using folder = temporaryFolder()
  const [dataDir, older] = [join(folder.path, 'first'), join(folder.path, 'older.db')]
  const quiet = { LOG_LEVEL: 'error', PAYMENTS: 'off' }
  let id = ''
  let cookie = ''
  let logKey = ''
  {
    await using first = await startProcess({ dataDir, env: quiet })
    const nova = await signUpAt(first, 'nova')
    cookie = nova.cookie
    const { json } = await uploadTrack(first, nova, await fixture('flac-long.flac'), 'Dawn.flac')
    const trackId = Object(json).track.id
    const media = () => jsonOf(first, '/api/casset/nova/media')
    const ask = async () => Object((await first.call('GET', '/api/casset/nova/media', { cookie })).json).tracks[0].file
    await until(ask, ({ status }) => status === 'READY')
    const body = { published: true }
    await first.call('PATCH', `/api/studio/casset/${nova.cassetId}`, { cookie, body })
    await until(media, ({ casset }) => casset?.published === true)
    const made = { title: 'First Light', type: 'SINGLE', trackIds: [trackId] }
    id = Object((await first.call('POST', '/api/studio/releases', { cookie, body: made })).json).release.id
    await first.call('POST', `/api/internal/releases/${id}/publish`, { cookie, body: {} })
    await until(
      () => headOf(first),
      (head) => head.split('\n')[1] === '4',
    )
    logKey = (await first.call('GET', '/log/vkey')).text.trim()
    await first.end('SIGTERM')
  }
  await using second = await startProcess({
    dataDir: join(folder.path, 'second'),
    env: { ...quiet, WITNESSED_LOGS: logKey },
  })
  const witnessPage = async () => (await second.call('GET', '/witness')).text
  expect(await witnessPage()).toContain('It has not asked yet.')
  const [setting = ''] = /[\w.:-]+\/witness\+[0-9a-f]{8}\+\S+ http:[^<\s]+/.exec(await witnessPage()) ?? []
  const env = { ...quiet, LOG_WITNESSES: setting }
  const decide = (svc: ServerProcess, decision: string) =>
    svc.call('PATCH', `/api/internal/releases/${id}/permissions`, { cookie, body: { scope: 'remix', decision } })
  const manifest = (svc: ServerProcess) => jsonOf(svc, `/api/agents/releases/${id}/manifest`)
  let headNote = ''
  {
    await using first = await startProcess({ dataDir, env })
    await until(
      () => manifest(first),
      ({ anchor }) => anchor?.status === 'CONFIRMED',
    )
    const good = await verify(first, id)
    expect([good.exitCode, good.out]).toEqual([
      0,
      expect.stringMatching(/ok {7}witness {3}\S+\/witness cosigned the log/),
    ])
    await first.end('SIGTERM')
  }
  copyFileSync(join(dataDir, 'tapedeck.db'), older)
  headNote = readFileSync(join(dataDir, 'log-head.json'), 'utf8')
  {
    await using first = await startProcess({ dataDir, env })
    await decide(first, 'ALLOW')
    await decide(first, 'DENY')
    await until(witnessPage, (text) => text.includes('6 entries signed on'))
    const good = await verify(first, id)
    expect([good.exitCode, good.out]).toEqual([0, expect.stringContaining('/witness cosigned the log with it')])
    await first.end('SIGTERM')
  }
  rewind(dataDir, older, headNote)
  await using first = await startProcess({ dataDir, env })
  const cut = await verify(first, id)
  expect([cut.exitCode, cut.out]).toEqual([
    2,
    expect.stringMatching(
      /ALTERED {2}witness {3}The log was cut: \S+ cosigned 6 of its entries on .*, and it shows 4 now/,
    ),
  ])
  for (const decision of ['DENY', 'ALLOW', 'DENY', 'ALLOW']) await decide(first, decision)
  await until(
    () => headOf(first),
    (head) => Number(head.split('\n')[1]) > 6,
  )
  await until(witnessPage, (text) => text.includes('and was refused: it may have been rewritten.'))
  const rewritten = await verify(first, id)
  expect([rewritten.exitCode, rewritten.out]).toEqual([
    2,
    expect.stringMatching(/ALTERED {2}witness {3}The log was rewritten: \S+ cosigned other entries, 6 of them, on /),
  ])
  await using opened = await openPage(first, `/@nova/releases/${id}`)
  const { page } = opened
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('Something was altered. See which check failed.').waitFor()
  expect(await page.getByText('The log was rewritten:').textContent()).toContain('cosigned other entries, 6 of them')
  const doctor = await runProgram(['doctor'], { ...env, DATA_DIR: dataDir })
  expect([doctor.exitCode, doctor.out]).toEqual([1, expect.stringContaining('has cosigned another log under the name')])
})
