import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rowsOf } from '../support/account/account.ts'
import { beginUpload, sendPiece, tus } from '../support/casset/tus.ts'
import { fixture, formBytes, sendForm, tracksPath, uploadTrack } from '../support/casset/upload.ts'
import { testLimitMs } from '../support/limits.ts'
import { png } from '../support/platform/picture.ts'
import { runProgram, startProcess, temporaryFolder } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

const blockBytes = 512
const picture = formBytes([{ name: 'file', value: png(20, 20, () => [200, 40, 40]), fileName: 'a.png' }])

/** Puts a file where a folder was: nothing can be written there, not even by root. */
function close(path: string): void {
  rmSync(path, { recursive: true, force: true })
  writeFileSync(path, '')
}

test('a folder of media that takes nothing is told as such, with a line in the log', async () => {
  for (const folder of ['blobs/scratch', 'uploads', 'blobs'] as const) {
    await using svc = await startServer()
    const ada = cast(svc.ctx, 'ada')
    const bytes = await fixture('wav-8.wav')
    const path = await beginUpload(svc, ada, bytes.length)
    close(join(svc.dataDir, folder))
    const answers =
      folder === 'uploads'
        ? [await tus(svc, ada, 'POST', tracksPath(ada), { 'upload-length': '10' })]
        : [
            await uploadTrack(svc, ada, bytes),
            await sendForm(svc, '/api/studio/assets', ada.cookie, picture),
            await sendPiece(svc, ada, path, 0, bytes),
          ]
    for (const { status, json, headers } of answers) {
      expect([folder, status, json]).toEqual([
        folder,
        503,
        { error: 'The file could not be stored.', code: 'UNAVAILABLE' },
      ])
      expect(headers.has('retry-after')).toBeTrue()
    }
    const lines = svc.logged.filter((line) => line.includes('"a file could not be stored"'))
    expect([folder, lines.length]).toEqual([folder, answers.length])
    for (const line of lines) expect(line).toMatch(/"code":"E[A-Z]+"/)
    expect([rowsOf(svc, 'tracks'), rowsOf(svc, 'assets')]).toEqual([[], []])
  }
})

test('a blobs folder in which no folder can be made takes no upload and leaves nothing', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  for (let n = 0; n < 256; n += 1) writeFileSync(join(svc.dataDir, 'blobs', n.toString(16).padStart(2, '0')), '')
  const answer = await uploadTrack(svc, ada, await fixture('wav-8.wav'))
  expect([answer.status, rowsOf(svc, 'tracks')]).toEqual([503, []])
  expect(readdirSync(join(svc.dataDir, 'blobs/scratch'))).toEqual([])
})

const readable = /^\S+ cannot be used: [^\n]+\n$/

test.each([
  ['off', [8, 64]],
  ['test', [0, 500]],
] as const)(
  'a start where any file may only be so large ends in one line, payments %s',
  async (PAYMENTS, sizes) => {
    const told = new Set<string>()
    for (const blocks of sizes) {
      using folder = temporaryFolder()
      const DATA_DIR = join(folder.path, 'data')
      const env = { DATA_DIR, PAYMENTS, LOG_LEVEL: 'silent' }
      const outcome = await startProcess({ dataDir: DATA_DIR, env, fileLimit: blocks * blockBytes }).then(
        async (svc) => {
          await svc.end('SIGTERM')
          return 'it listened'
        },
        (error) => String(error).replace(/^Error: ended before it listened:\n/, ''),
      )
      expect([blocks, outcome]).toEqual([blocks, expect.stringMatching(readable)])
      expect(outcome).not.toContain('backup')
      expect(readdirSync(folder.path).filter((name) => name.startsWith('secrets.json.'))).toEqual([])
      told.add(outcome.replaceAll(folder.path, ''))
    }
    expect([...told].join('')).toMatch(/the disk is full|the disk refused to work/)
  },
  testLimitMs,
)

test('a start whose folders cannot be made, and secrets that cannot be read, end in one line', async () => {
  using folder = temporaryFolder()
  const DATA_DIR = join(folder.path, 'data')
  const env = { DATA_DIR, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' }
  {
    await using svc = await startProcess({ dataDir: DATA_DIR })
    expect(await svc.end('SIGTERM')).toBe(0)
  }
  rmSync(join(DATA_DIR, 'secrets.json'))
  mkdirSync(join(DATA_DIR, 'secrets.json'))
  for (const command of ['serve', 'doctor']) {
    const { exitCode, err } = await runProgram([command], env)
    expect([command, exitCode, err]).toEqual([command, 1, expect.stringMatching(readable)])
    expect(err).not.toContain('remove it')
  }
  expect(existsSync(join(DATA_DIR, 'tapedeck.db'))).toBeTrue()
})
