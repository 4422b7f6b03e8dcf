import { expect, test } from 'bun:test'
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, readConfig } from '../../src/config.ts'
import { randomBytes } from '../../src/lib/random-bytes.ts'
import { readSecrets } from '../../src/platform/secrets.ts'
import { runProgram, temporaryFolder } from '../support/process.ts'
import { putMigrated, startServer } from '../support/server.ts'
import { inTree } from '../support/tree.ts'
import { cast } from '../support/world.ts'

const secretsOf = (dataDir: string, env: Record<string, string> = {}) =>
  readSecrets(readConfig({ DATA_DIR: dataDir, ...env }), randomBytes)

test('keys are made once, 32 random bytes each, in a file that nobody else can read', () => {
  using folder = temporaryFolder()
  const first = secretsOf(folder.path)
  expect(first).toEqual({
    session: [expect.stringMatching(/^[\w-]{43}$/)],
    audioToken: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(first.session[0]).not.toBe(first.audioToken)
  expect(statSync(join(folder.path, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder.path)).toEqual(['secrets.json'])
  expect(secretsOf(folder.path)).toEqual(first)
})

test('two instances never have the same keys', () => {
  using one = temporaryFolder()
  using other = temporaryFolder()
  const [a, b] = [secretsOf(one.path), secretsOf(other.path)]
  expect(new Set([a, b].flatMap(({ session, audioToken }) => [...session, audioToken])).size).toBe(4)
})

test('keys of the environment come first, and each alone', () => {
  using folder = temporaryFolder()
  const kept = secretsOf(folder.path)
  const session = { SESSION_SECRETS: 'a-new-session-secret, an-old-session-secret' }
  const audio = { AUDIO_TOKEN_SECRET: 'a-secret-for-audio' }
  const said = ['a-new-session-secret', 'an-old-session-secret']
  expect(secretsOf(folder.path, session)).toEqual({ ...kept, session: said })
  expect(secretsOf(folder.path, audio)).toEqual({ ...kept, audioToken: 'a-secret-for-audio' })
  expect(secretsOf(folder.path)).toEqual(kept)
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
  // An audio address outlives nothing but its minute, so that a new audio secret signs nobody out.
  const both = { SESSION_SECRETS: secrets.toReversed().join(), AUDIO_TOKEN_SECRET: 'audio-secret-two' }
  expect((await asks(both, cookie)).status).toBe(200)
  expect((await asks({ SESSION_SECRETS: secrets.slice(1).join() }, cookie)).status).toBe(401)
  // The secrets that come out of a backup of the database, on a machine that has none yet.
  rmSync(join(folder.path, 'secrets.json'), { force: true })
  expect((await asks({}, cookie)).status).toBe(401)
  await using another = await startServer()
  expect([[...ids], ids.has(another.ctx.instanceId)]).toEqual([[expect.stringMatching(/^[\w-]{16}$/)], false])
})

test.each(['', '{', '{}', '{"session":"","audioToken":""}', '{"session":7}', 'null'])(
  'a damaged file of keys, %j, stops the start with its name and is not written over',
  (content) => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'secrets.json')
    writeFileSync(path, content)
    const problem = 'is damaged; put it back from a backup, or remove it, which signs everybody out'
    expect(() => secretsOf(folder.path)).toThrow(new ConfigError([{ name: path, problem }]))
    expect(statSync(path).size).toBe(content.length)
  },
)

test('the program says so in one line, and keys appear in nothing that it prints', async () => {
  using folder = temporaryFolder()
  putMigrated(folder.path)
  writeFileSync(join(folder.path, 'secrets.json'), '{"session":"short","audioToken":"short"}')
  const { exitCode, out, err } = await runProgram(['serve'], { DATA_DIR: folder.path, PORT: '0', LOG_LEVEL: 'error' })
  expect([exitCode, out]).toEqual([1, ''])
  expect(err).toStartWith('The configuration cannot be used:')
  expect(err).toContain('secrets.json: is damaged')
  expect(err).not.toContain('short')
  expect(err).not.toContain(' at ')
})

test('processes that start together agree on the keys', async () => {
  using folder = temporaryFolder()
  const root = inTree()
  const program = `
    const { readSecrets } = await import('${root}/src/platform/secrets.ts')
    const { readConfig } = await import('${root}/src/config.ts')
    const random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes))
    console.log(JSON.stringify(readSecrets(readConfig({ DATA_DIR: '${folder.path}' }), random)))`
  const said = await Promise.all(
    [1, 2, 3, 4].map(() => new Response(Bun.spawn([process.execPath, '-e', program], { cwd: root }).stdout).text()),
  )
  expect(said).toEqual(said.map(() => `${JSON.stringify(secretsOf(folder.path))}\n`))
  expect(readdirSync(folder.path)).toEqual(['secrets.json'])
})
