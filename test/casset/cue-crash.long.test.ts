import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { loudNoise, packed, wav } from '../support/casset/audio-kinds.ts'
import { musicFolder } from '../support/casset/music-folder.ts'
import { until } from '../support/casset/upload.ts'
import { testLimitMs } from '../support/limits.ts'
import { runProgram, signUpAt, startProcess, temporaryFolder } from '../support/process.ts'
import { program } from '../support/program.ts'

setDefaultTimeout(testLimitMs)

test('a file that is being cut when the process is killed becomes all of its tracks, each once', async () => {
  using data = temporaryFolder()
  using folder = musicFolder()
  const sound = loudNoise(16, 60, 1)
  const tracks = Array.from({ length: 10 }, (_, at) => `TRACK ${at + 1} AUDIO\nINDEX 01 00:${at * 6}:00\n`)
  await folder.put('Winter.wav', wav(sound, packed(sound, true), { bytes: 2 }))
  await folder.put('Winter.cue', `PERFORMER "Nova"\nTITLE "Winter"\nFILE "Winter.wav" WAVE\n${tracks.join('')}`)
  const env = { DATA_DIR: data.path, LOG_LEVEL: 'silent' }
  const command = ['import', folder.path, '--artist', 'nova', '--yes']
  const measured = () => {
    using db = new Database(join(data.path, 'tapedeck.db'), { readonly: true })
    // The other process may be recovering what was written before it was killed.
    db.run('PRAGMA busy_timeout = 5000')
    return db.query('SELECT duration_sec, cut_from, bytes FROM tracks WHERE status = ?').values('READY')
  }
  {
    await using svc = await startProcess({ dataDir: data.path })
    await signUpAt(svc, 'nova')
  }
  for (const stopAt of [1, 4]) {
    const child = Bun.spawn({ cmd: [...program, ...command], env: { ...Bun.env, ...env }, stdout: 'ignore' })
    await until(
      () => measured().length,
      (count) => count >= stopAt,
    )
    child.kill('SIGKILL')
    await child.exited
  }
  const done = await runProgram(command, env)
  expect([done.exitCode, done.err]).toEqual([0, ''])
  expect(measured()).toEqual(tracks.map(() => [6, null, 6 * 8_000 * 2 + 44]))
})
