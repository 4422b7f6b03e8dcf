import { expect, test } from 'bun:test'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { cookieOf } from '../support/account/account.ts'
import { runProgram, signUpAt, startProcess, temporaryFolder } from '../support/process.ts'
import { putMigrated, startServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

const email = 'nova@example.org'

/** The lines that a command prints after the one that says which site it is about. */
const withoutPlace = (out: string) => out.replace(/^Folder \/.*, site http.*\n/, '')

test('owner makes an account the owner, says so, and ends with 1 where it cannot', async () => {
  using folder = temporaryFolder()
  const DATA_DIR = folder.path
  const owner = async (...args: string[]) => {
    const { out, ...ended } = await runProgram(['owner', ...args], { DATA_DIR, LOG_LEVEL: 'silent' })
    return { ...ended, out: withoutPlace(out) }
  }
  {
    await using svc = await startProcess({ dataDir: DATA_DIR })
    await signUpAt(svc, 'nova')
    expect(svc.printed()).toMatch(/^│ {2}http:\/\/\S+\/setup#token=[\w-]{43} {2}│$/m)
    await svc.end('SIGTERM')
  }
  const nobody = await owner('nobody@example.org')
  expect([nobody.exitCode, nobody.out]).toEqual([
    1,
    'There is no account with the email address "nobody@example.org". Sign up first.\n',
  ])
  const none = await owner()
  expect([none.exitCode, none.out]).toEqual([1, 'Usage: tapedeck owner EMAIL\n'])
  const made = await owner(email)
  expect([made.exitCode, made.out]).toEqual([0, `${email} is the owner now.\n`])
  const again = await owner(email)
  expect([again.exitCode, again.out]).toEqual([0, `${email} is already the owner.\n`])
  await using svc = await startProcess({ dataDir: DATA_DIR })
  expect(svc.printed()).not.toContain('setup')
})

test('password prints a link that sets a new password once, next to the running service', async () => {
  using folder = temporaryFolder()
  await using svc = await startProcess({ dataDir: folder.path })
  await signUpAt(svc, 'nova')
  const { port } = new URL(svc.url)
  const password = (...args: string[]) =>
    runProgram(['password', ...args], { DATA_DIR: folder.path, PORT: port, LOG_LEVEL: 'silent' })
  const { exitCode, out } = await password(email)
  expect(exitCode).toBe(0)
  const [, address, token] = /\n {2}(\S+\/reset)#token=([\w-]{43})\n$/.exec(out) ?? []
  expect(address).toBe(`http://localhost:${port}/reset`)
  const reset = () => svc.call('POST', '/api/auth/password/reset', { body: { token, password: 'a very new casset' } })
  expect((await reset()).status).toBe(204)
  expect((await reset()).status).toBe(400)
  const signIn = { email, password: 'a very new casset' }
  const signedIn = await svc.call('POST', '/api/auth/login', { body: signIn })
  expect(signedIn.status).toBe(200)
  // No email was read to use the link, so the address is as unproven as before.
  expect((await svc.call('GET', '/account', { cookie: cookieOf(signedIn) })).text).toContain('Not confirmed')
  const nobody = await password('nobody@example.org')
  expect([nobody.exitCode, withoutPlace(nobody.out)]).toEqual([
    1,
    'There is no account with the email address "nobody@example.org".\n',
  ])
  expect(await password()).toMatchObject({ exitCode: 1, out: 'Usage: tapedeck password EMAIL\n' })
})

test('a command says which folder and address it works on, and without the environment of the service takes its address', async () => {
  await using svc = await startServer({ env: { BASE_URL: 'https://music.example' } })
  cast(svc.ctx, 'nova')
  const password = async (env: Record<string, string>) => {
    const { out } = await runProgram(['password', 'nova@example.com'], { DATA_DIR: svc.dataDir, ...env })
    const [first, , link] = out.split('\n')
    return [first, link?.replace(/#.*/, '')]
  }
  const untold = `Folder ${svc.dataDir}, site https://music.example (as it was last served)`
  expect(await password({})).toEqual([untold, '  https://music.example/reset'])
  const other = `Folder ${svc.dataDir}, site https://b.example (BASE_URL; last served as https://music.example)`
  expect(await password({ BASE_URL: 'https://b.example' })).toEqual([other, '  https://b.example/reset'])
  svc.ctx.db.$client.run(`UPDATE kept_values SET value = '{"baseUrl":null,"port":4000}' WHERE name = 'served-address'`)
  const local = `Folder ${svc.dataDir}, site http://localhost:4000 (no BASE_URL is set)`
  expect(await password({})).toEqual([local, '  http://localhost:4000/reset'])
})

test('doctor ends with 1 as soon as one thing is not well, and with 0 when it has fixed it', async () => {
  using folder = temporaryFolder()
  putMigrated(folder.path)
  const doctor = async (...args: string[]) => {
    const { exitCode, out } = await runProgram(['doctor', ...args], { DATA_DIR: folder.path, LOG_LEVEL: 'silent' })
    return [exitCode, out.trimEnd().split('\n').at(-1)]
  }
  const before = await doctor()
  // A machine with less than a gigabyte free is not well, and no fault of ours.
  const isRoomy = before[0] === 0
  expect(before).toEqual(isRoomy ? [0, 'All checks passed.'] : [1, expect.stringMatching(/^1 of \d+ need fixing\.$/)])
  chmodSync(join(folder.path, 'secrets.json'), 0o644)
  expect(await doctor()).toEqual([1, expect.stringMatching(/^\d+ of \d+ need fixing\.$/)])
  expect(await doctor('--fix')).toEqual(before)
  expect(await doctor()).toEqual(before)
})

test('developing opens the demo while the data folder has no database, and that folder from then on', async () => {
  using folder = temporaryFolder()
  const env = { DEMO_DIR: `${folder.path}/demo` }
  const dataDir = `${folder.path}/data`
  {
    await using demo = await startProcess({ dataDir, command: ['__dev'], env })
    expect(demo.printed()).toContain('has no database yet, so this is the demo')
  }
  {
    await using fresh = await startProcess({ dataDir })
    expect(fresh.printed()).toContain('listening on')
  }
  await using own = await startProcess({ dataDir, command: ['__dev'], env })
  expect(own.printed()).not.toContain('demo')
})
