import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDb, type Db, openDb } from '../../../db/open.ts'
import { settingChanges } from '../../../db/schema/platform/setting.ts'
import { readConfig } from '../../../src/config.ts'
import { backupCommand } from '../../../src/operate/command/backup.ts'
import { doctorCommand } from '../../../src/operate/command/doctor.ts'
import { promoteCommand } from '../../../src/operate/command/promote.ts'
import { secretsCommand } from '../../../src/operate/command/secrets.ts'
import { startServing } from '../../../src/operate/command/start-serving.ts'
import { isSecret, settings } from '../../../src/platform/setting/settings.ts'
import { testLimitMs } from '../../support/limits.ts'
import { deskValues, openSite, setAtDesk } from '../../support/operate/desk-secrets.ts'
import { change, openDesk } from '../../support/operate/open-desk.ts'
import { startStubBucket } from '../../support/operate/stub-bucket.ts'
import { runProgram, startProcess } from '../../support/process.ts'
import { putMigrated } from '../../support/server.ts'

setDefaultTimeout(testLimitMs)

const secrets = settings.map(({ name }) => name).filter(isSecret)
const folder = mkdtempSync(join(tmpdir(), 'tapedeck-'))
const keys = join(folder, 'secrets.json')
const target = join(folder, 'backup.tar')
const bucket = startStubBucket()
let whole = ''

beforeAll(async () => {
  putMigrated(folder)
  closeDb((await openSite(folder)).db)
  whole = readFileSync(keys, 'utf8')
})

afterAll(() => {
  bucket[Symbol.dispose]()
  rmSync(folder, { recursive: true, force: true })
})

const today = new Date().toISOString().slice(0, 10)

/** Does something with the settings of the desk, in the database itself. */
function changes<T>(use: (db: Db) => T): T {
  const db = openDb(join(folder, 'tapedeck.db'))
  try {
    return use(db)
  } finally {
    closeDb(db)
  }
}

/** The faults that take a secret away. Its row alone is damaged in the last one. */
const faults: Readonly<Record<string, () => void>> = {
  absent: () => rmSync(keys),
  damaged: () => writeFileSync(keys, whole.slice(0, 40)),
  'of another site': () => writeFileSync(keys, JSON.stringify({ session: 'a'.repeat(43), audioToken: 'b'.repeat(43) })),
  whole: () => changes((db) => db.update(settingChanges).set({ sealed: 'AAAA' }).run()),
}

const env = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' }
const machine = { selfCommand: [], pids: { own: 1, isAlive: () => false }, program: '', env }

/** All that open a site, each with what it says. */
const commands: Readonly<Record<string, (print: (line: string) => void) => Promise<unknown>>> = {
  serve: () => startServing(readConfig(env), machine).then(({ running }) => running.stop()),
  doctor: (print) => doctorCommand(readConfig(env), machine, { fix: true, deep: false, all: false }, print),
  'backup FILE': (print) => backupCommand(readConfig(env), machine, [target], print),
  'backup --to': (print) => backupCommand(readConfig(env), machine, ['--to', folder], print),
  promote: (print) => promoteCommand(readConfig({ ...bucket.env, ...env }), machine, print),
}

async function saidBy(run: (print: (line: string) => void) => Promise<unknown>): Promise<string> {
  const lines: string[] = []
  await run((line) => lines.push(line)).catch((error) => lines.push(`${error.name}: ${error.message}`))
  return lines.join('\n')
}

test.each(Object.keys(faults))(
  'where secrets.json is %s, each command names each secret that was set at the desk, when, and what to do, and does nothing',
  async (fault) => {
    const unnamed = (said: string, names: readonly string[]) =>
      [...names.map((name) => `${name} (${today})`), 'tapedeck secrets renew'].filter((part) => !said.includes(part))
    writeFileSync(keys, whole)
    await setAtDesk(folder, secrets)
    const rows = changes((db) => db.select().from(settingChanges).all())
    faults[fault]?.()
    const before = existsSync(keys) && readFileSync(keys, 'utf8')
    for (const [command, run] of Object.entries(commands)) {
      const said = await saidBy(run)
      expect([command, unnamed(said, secrets), said]).toEqual([command, [], said])
    }
    // One alone is enough.
    for (const row of rows) {
      changes((db) => {
        db.delete(settingChanges).run()
        db.insert(settingChanges).values(row).run()
      })
      if (fault === 'whole') faults[fault]?.()
      const said = await saidBy(() => openSite(folder))
      const named = secrets.filter((name) => said.includes(`${name} (`))
      expect([unnamed(said, [row.name]), named]).toEqual([[], [row.name]])
    }
    expect(rows).toHaveLength(secrets.length)
    const after = [existsSync(keys) && readFileSync(keys, 'utf8'), existsSync(target), bucket.keys()]
    expect(after).toEqual([before, false, []])
  },
)

const replaced: string[] = []

const renewed = async (...args: string[]) => {
  const lines: string[] = []
  const exitCode = secretsCommand(readConfig(env), machine, ['renew', ...args], (line) => lines.push(line))
  return { exitCode, said: lines.join('\n') }
}

test.each(Object.keys(faults))(
  'where secrets.json is %s, renewing says what it takes away, and then the site opens without that and asks for it again',
  async (fault) => {
    writeFileSync(keys, whole)
    await setAtDesk(folder, Object.keys(deskValues))
    faults[fault]?.()
    const before = existsSync(keys) && readFileSync(keys, 'utf8')
    const shown = await renewed()
    expect([shown.exitCode, existsSync(keys) && readFileSync(keys, 'utf8')]).toEqual([1, before])
    expect(secrets.filter((name) => !shown.said.includes(`${name} (${today})`))).toEqual([])
    expect(shown.said.includes('everybody is signed out')).toBe(fault !== 'whole')
    expect((await renewed('--yes')).exitCode).toBe(0)
    whole = readFileSync(keys, 'utf8')
    // A later try must not remove what an earlier one set aside.
    if (before !== false && before !== whole) replaced.push(before)
    const aside = readdirSync(folder).filter((name) => name.startsWith('secrets.json.replaced'))
    expect(aside.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(expect.arrayContaining(replaced))
    expect((await renewed('--yes')).said).toContain('there is nothing to renew')
    const ctx = await openSite(folder)
    const { smtpUrl, payments, backup, providers, mailFrom } = ctx.config
    closeDb(ctx.db)
    expect([smtpUrl, payments, backup.to, providers, mailFrom]).toEqual([
      undefined,
      'off',
      undefined,
      [],
      deskValues.MAIL_FROM,
    ])
    const doctor = await saidBy((print) => commands.doctor?.(print) ?? Promise.resolve())
    const line = doctor.split('\n').find((each) => /^BAD +secrets /.test(each)) ?? ''
    expect(secrets.filter((name) => !line.includes(name))).toEqual([])
    await setAtDesk(folder, Object.keys(deskValues))
    const again = await openSite(folder)
    closeDb(again.db)
    expect([again.config.payments, again.config.providers.length]).toEqual(['stripe', 4])
  },
)

test('a secret of the environment is no secret of the desk, and an empty variable does without one', async () => {
  writeFileSync(keys, whole)
  await setAtDesk(folder, ['SMTP_URL', 'MAIL_FROM', 'METRICS_TOKEN'])
  const here = { METRICS_TOKEN: 'another-one-of-here' }
  const opened = async (more: Record<string, string>) => {
    const ctx = await openSite(folder, more)
    closeDb(ctx.db)
    return [ctx.config.smtpUrl, ctx.config.metricsToken]
  }
  expect(await opened({ SMTP_URL: '', ...here })).toEqual([undefined, here.METRICS_TOKEN])
  expect(await opened({ MAIL_FROM: '' })).toEqual([deskValues.SMTP_URL, deskValues.METRICS_TOKEN])
  faults.whole?.()
  await expect(opened({ SMTP_URL: '' })).rejects.toThrow('METRICS_TOKEN (')
  expect(await opened({ SMTP_URL: '', ...here })).toEqual([undefined, here.METRICS_TOKEN])
})

test('from a damaged secrets.json to a site that serves: the words of the refusal lead there', async () => {
  const { folder: own, svc, cookie } = await openDesk()
  using _ = own
  await change(svc, cookie, { settings: [{ name: 'METRICS_TOKEN', value: 'a-token-of-the-desk' }] })
  const metrics = async (url: string) =>
    (await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer a-token-of-the-desk' } })).status
  expect(await metrics(svc.url)).toBe(200)
  await svc.end('SIGTERM')
  const path = join(own.path, 'secrets.json')
  writeFileSync(path, '{"session":')
  const run = (...args: string[]) => runProgram(args, { DATA_DIR: own.path, PORT: '0', LOG_LEVEL: 'silent' })
  const refused = await run('serve')
  expect([refused.exitCode, refused.err]).toEqual([1, expect.stringContaining(`METRICS_TOKEN (${today})`)])
  const words = /tapedeck (secrets renew)/.exec(refused.err)?.[1]?.split(' ') ?? []
  expect(await run(...words)).toMatchObject({ exitCode: 1, err: '' })
  expect((await run(...words, '--yes')).out).toContain(`${path}.replaced has what was there.`)
  await using again = await startProcess({ dataDir: own.path })
  expect([await metrics(again.url), (await again.call('GET', '/api/auth/session', { cookie })).status]).toEqual([
    404, 401,
  ])
  const busy = await run(...words, '--yes')
  expect([busy.exitCode, busy.err]).toEqual([1, expect.stringContaining('is in use')])
})
