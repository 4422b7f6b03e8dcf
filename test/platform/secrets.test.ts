import { expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeDb, openDb } from '../../db/open.ts'
import { readConfig } from '../../src/config.ts'
import { randomBytes } from '../../src/lib/hash/random-bytes.ts'
import { secretsOf } from '../../src/platform/secrets.ts'
import { openSettings, SecretsError } from '../../src/platform/setting/open-settings.ts'
import { runProgram, temporaryFolder } from '../support/process.ts'
import { putMigrated, startServer } from '../support/server.ts'
import { inTree } from '../support/tree.ts'
import { cast } from '../support/world.ts'

/** Opens the secrets of a data folder, as each command does. */
function openIn(dataDir: string, env: Record<string, string> = {}) {
  if (!existsSync(join(dataDir, 'tapedeck.db'))) putMigrated(dataDir)
  const db = openDb(join(dataDir, 'tapedeck.db'))
  try {
    const given = readConfig({ DATA_DIR: dataDir, ...env })
    const { session, audioToken } = secretsOf(openSettings({ db, given, env }, randomBytes, () => {}).keys, given)
    return { session, audioToken }
  } finally {
    closeDb(db)
  }
}

const others = (dataDir: string) => readdirSync(dataDir).filter((name) => !name.startsWith('tapedeck.db'))

test('keys are made once, 32 random bytes each, in a file that nobody else can read', () => {
  using folder = temporaryFolder()
  const first = openIn(folder.path)
  expect(first).toEqual({
    session: [expect.stringMatching(/^[\w-]{43}$/)],
    audioToken: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(first.session[0]).not.toBe(first.audioToken)
  expect(statSync(join(folder.path, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(others(folder.path)).toEqual(['secrets.json'])
  expect(openIn(folder.path)).toEqual(first)
})

test('two instances never have the same keys', () => {
  using one = temporaryFolder()
  using other = temporaryFolder()
  const [a, b] = [openIn(one.path), openIn(other.path)]
  expect(new Set([a, b].flatMap(({ session, audioToken }) => [...session, audioToken])).size).toBe(4)
})

test('keys of the environment come first, and each alone', () => {
  using folder = temporaryFolder()
  const kept = openIn(folder.path)
  const session = { SESSION_SECRETS: 'a-new-session-secret, an-old-session-secret' }
  const audio = { AUDIO_TOKEN_SECRET: 'a-secret-for-audio' }
  const said = ['a-new-session-secret', 'an-old-session-secret']
  expect(openIn(folder.path, session)).toEqual({ ...kept, session: said })
  expect(openIn(folder.path, audio)).toEqual({ ...kept, audioToken: 'a-secret-for-audio' })
  expect(openIn(folder.path)).toEqual(kept)
})

test('a session outlives a restart with another audio secret, and a new secret put in front of the old one; the deck keeps its id', async () => {
  using folder = temporaryFolder()
  const secrets = ['the-first-session-secret', 'the-second-session-secret']
  const ids = new Set<string>()
  const asks = async (env: Record<string, string>, cookie?: string) => {
    await using svc = await startServer({ dataDir: folder.path, env })
    ids.add(svc.ctx.instanceId)
    const mine = cookie ?? cast(svc.ctx, 'ada').cookie
    return { cookie: mine, status: (await svc.call('GET', '/api/auth/session', { cookie: mine })).status }
  }
  const { cookie, status } = await asks({
    SESSION_SECRETS: secrets.slice(0, 1).join(),
    AUDIO_TOKEN_SECRET: 'audio-secret-one',
  })
  expect(status).toBe(200)
  // An audio address lives for a minute, so a new audio secret signs nobody out.
  const both = { SESSION_SECRETS: secrets.toReversed().join(), AUDIO_TOKEN_SECRET: 'audio-secret-two' }
  expect((await asks(both, cookie)).status).toBe(200)
  expect((await asks({ SESSION_SECRETS: secrets.slice(1).join() }, cookie)).status).toBe(401)
  // A copy of the database on a machine that has not got its keys signs nobody out.
  rmSync(join(folder.path, 'secrets.json'))
  await expect(asks({}, cookie)).rejects.toThrow(SecretsError)
  expect((await asks({ SESSION_SECRETS: secrets.join(), AUDIO_TOKEN_SECRET: 'audio-secret-two' }, cookie)).status).toBe(
    200,
  )
  await using another = await startServer()
  expect([[...ids], ids.has(another.ctx.instanceId)]).toEqual([[expect.stringMatching(/^[\w-]{16}$/)], false])
})

test.each(['', '{', '{}', '{"session":"","audioToken":""}', '{"session":7}', 'null'])(
  'a damaged file of keys, %j, stops the start with its name and is not written over',
  (content) => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'secrets.json')
    writeFileSync(path, content)
    expect(() => openIn(folder.path)).toThrow(`${path}, which has the keys of this site, is damaged.`)
    expect(statSync(path).size).toBe(content.length)
  },
)

test('the program says so in one line, and keys appear in nothing that it prints', async () => {
  using folder = temporaryFolder()
  putMigrated(folder.path)
  writeFileSync(join(folder.path, 'secrets.json'), '{"session":"short","audioToken":"short"}')
  const { exitCode, out, err } = await runProgram(['serve'], { DATA_DIR: folder.path, PORT: '0', LOG_LEVEL: 'error' })
  expect([exitCode, out]).toEqual([1, ''])
  expect(err).toContain('secrets.json, which has the keys of this site, is damaged.')
  expect(err).toContain('tapedeck secrets renew')
  expect(err).not.toContain('short')
  expect(err).not.toContain(' at ')
})

test('processes that start together agree on the keys', async () => {
  using folder = temporaryFolder()
  const root = inTree()
  putMigrated(folder.path)
  const program = `
    const { openDb } = await import('${root}/db/open.ts')
    const { openSettings } = await import('${root}/src/platform/setting/open-settings.ts')
    const { readConfig } = await import('${root}/src/config.ts')
    const random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes))
    const given = readConfig({ DATA_DIR: '${folder.path}' })
    const { keys } = openSettings({ db: openDb('${folder.path}/tapedeck.db'), given, env: {} }, random, () => {})
    console.log(JSON.stringify({ session: [keys.session], audioToken: keys.audioToken }))`
  const said = await Promise.all(
    [1, 2, 3, 4].map(() => new Response(Bun.spawn([process.execPath, '-e', program], { cwd: root }).stdout).text()),
  )
  expect(said).toEqual(said.map(() => `${JSON.stringify(openIn(folder.path))}\n`))
  expect(others(folder.path)).toEqual(['secrets.json'])
})
