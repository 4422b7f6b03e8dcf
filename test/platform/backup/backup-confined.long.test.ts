import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { cookieOf, signUpBody } from '../../support/account/account.ts'
import { testLimitMs } from '../../support/limits.ts'
import { canConfine, confinementOfCompose, confinementOfUnit, openMachine } from '../../support/operate/confinement.ts'
import { change, one } from '../../support/operate/open-desk.ts'
import { type ServerProcess, startProcess, temporaryFolder } from '../../support/process.ts'
import { placeExecutable } from '../../support/program.ts'
import { inTree } from '../../support/tree.ts'

setDefaultTimeout(testLimitMs)

if (!canConfine) console.error('NO mounts of its own: the guide’s steps for a folder of backups are NOT WALKED.')

// For the user of the service: the sources may lie in a home that is closed to others.
const place = temporaryFolder()
const executable = join(place.path, 'tapedeck')

beforeAll(async () => {
  if (canConfine) await placeExecutable(executable)
}, testLimitMs)

afterAll(() => place[Symbol.dispose]())

const guide = await Bun.file(inTree('public/guide/server.md')).text()

/** Returns the block of commands of the guide that has some words. */
function stepsWith(words: string): string {
  const blocks = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, steps = '']) => steps)
  const found = blocks.filter((steps) => steps.includes(words))
  expect([words, found.length]).toEqual([words, 1])
  return found[0] ?? ''
}

const serve = (inside: readonly string[], env: Record<string, string>) =>
  startProcess({ dataDir: env.DATA_DIR ?? '', inside, executable: '/usr/local/bin/tapedeck', env })

/** Becomes the owner of a site that has none, by its link. */
async function own(svc: ServerProcess): Promise<string> {
  while (!svc.printed().includes('setup#token=')) await Bun.sleep(5)
  const setup = /setup#token=([\w-]+)/.exec(svc.printed())?.[1]
  return cookieOf(await svc.call('POST', '/api/auth/signup', { body: { ...signUpBody('nova'), setup } }))
}

/** Names a folder for backups at the desk, and has one made there. */
async function backUp(svc: ServerProcess, cookie: string, path: string) {
  expect((await change(svc, cookie, one('BACKUP_TO', path))).status).toBe(204)
  expect((await svc.call('POST', '/api/desk/backup', { cookie })).status).toBe(204)
  for (;;) {
    const { json } = await svc.call('GET', '/api/desk/health', { cookie })
    const { goodAt, problem } = Object(Reflect.get(Object(json), 'backups'))
    if (goodAt !== null || problem !== null) return { problem }
    await Bun.sleep(50)
  }
}

const refusal = async (svc: ServerProcess, cookie: string, path: string) => {
  const { status, json } = await svc.call('PATCH', '/api/desk/settings', { cookie, body: one('BACKUP_TO', path) })
  return { status, ...Object(json) }
}

test('under the unit of systemd the guide leads to a folder for backups, and the refusal names its line', async () => {
  if (!canConfine) return
  using folder = temporaryFolder()
  await using machine = await openMachine(folder.path, executable)
  await machine.run(stepsWith('useradd --system tapedeck'))
  const unitNow = async () =>
    confinementOfUnit(
      await machine.run(
        'cat /etc/systemd/system/tapedeck.service /etc/systemd/system/tapedeck.service.d/*.conf || true',
      ),
    )
  const before = await unitNow()
  // systemd makes these folders before it starts the program.
  await machine.run(`install -d -o tapedeck -g tapedeck -m 700 ${before.writable.join(' ')}`)
  const steps = stepsWith('ReadWritePaths=')
  const [, path = ''] = /install -d .* (\/\S+)\n/.exec(steps) ?? []
  await machine.run(/install -d .*\n/.exec(steps)?.[0] ?? '')
  let cookie = ''
  {
    await using svc = await serve(machine.inside(before), before.env)
    cookie = await own(svc)
    const { status, field, error, hint } = await refusal(svc, cookie, path)
    expect([status, field, error]).toEqual([400, 'BACKUP_TO', 'This file system is read-only for the program.'])
    const [line = ''] = /ReadWritePaths=\S+/.exec(hint) ?? []
    expect(line).toBe(`ReadWritePaths=${path}`)
    expect(steps).toContain(line)
    expect((await refusal(svc, cookie, `${path}/absent`)).error).toBe(error)
  }
  await machine.run(steps)
  const after = await unitNow()
  await using svc = await serve(machine.inside(after), after.env)
  expect(await backUp(svc, cookie, path)).toEqual({ problem: null })
  expect(await machine.run(`ls ${path}/backups`)).toMatch(/\.tar\.gz\n/)
})

test('in the container of the compose file the guide leads to a folder for backups, and the refusal names its owner', async () => {
  if (!canConfine) return
  using folder = temporaryFolder()
  await using machine = await openMachine(folder.path, executable)
  const compose = confinementOfCompose(await machine.run('cat install/compose.yaml'))
  const { user, mounts } = compose
  const env = { DATA_DIR: '/data' }
  const steps = stepsWith('docker compose -f install/compose.yaml up')
  // Does what the image does, and makes folders as Docker does when it mounts some that are
  // missing.
  const up = `install -m 755 tapedeck /usr/local/bin/
install -d -o ${user.split(':')[0]} -g ${user.split(':')[1]} -m 700 /data
for name in ${mounts
    .map(({ from }) => from)
    .filter((from) => from.startsWith('.'))
    .join(' ')}; do
  mkdir -p "install/$name" "/of-compose/$name"
done`
  const bind = mounts
    .filter(({ from }) => from.startsWith('.'))
    .map(({ from, to }) => `mkdir -p ${to} && mount --bind install/${from} ${to}`)
    .join('\n')
  const [path = ''] = mounts.filter(({ from }) => from.startsWith('.')).map(({ to }) => to)
  await machine.run(`${up}\n${bind}`)
  let cookie = ''
  {
    await using svc = await serve(machine.inside(compose), env)
    cookie = await own(svc)
    const { status, field, error, hint } = await refusal(svc, cookie, path)
    expect([status, field, error]).toEqual([400, 'BACKUP_TO', 'The program may not write there.'])
    expect(hint).toContain(`chown ${user} `)
  }
  await machine.run(`umount ${path} && rmdir install/backups\n${steps}\n${up}\n${bind}`)
  await using svc = await serve(machine.inside(compose), env)
  expect(await backUp(svc, cookie, path)).toEqual({ problem: null })
  expect(await machine.run('ls install/backups/backups')).toMatch(/\.tar\.gz\n/)
})
