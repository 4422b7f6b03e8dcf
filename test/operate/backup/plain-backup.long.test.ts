import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTransaction } from '../../../db/commits.ts'
import { closeDb } from '../../../db/open.ts'
import { readConfig } from '../../../src/config.ts'
import { randomBytes } from '../../../src/lib/hash/random-bytes.ts'
import { createUuids } from '../../../src/lib/hash/uuid.ts'
import { doBackupWork } from '../../../src/operate/backup/backup-child.ts'
import { backupCommand } from '../../../src/operate/command/backup.ts'
import { restoreCommand } from '../../../src/operate/command/restore.ts'
import { forgetSecrets } from '../../../src/platform/setting/stored-settings.ts'
import { testLimitMs } from '../../support/limits.ts'
import { deskValues, openSite, setAtDesk } from '../../support/operate/desk-secrets.ts'
import { putMigrated } from '../../support/server.ts'

setDefaultTimeout(testLimitMs)

const passphrase = deskValues.BACKUP_PASSPHRASE ?? ''
const top = mkdtempSync(join(tmpdir(), 'tapedeck-'))
const site = join(top, 'site')
const file = join(top, 'site.tar')
const place = join(top, 'place')

beforeAll(() => {
  mkdirSync(site)
  putMigrated(site)
})
afterAll(() => rmSync(top, { recursive: true, force: true }))

const base = { DATA_DIR: site, LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT: '0' }

/** Each way to a backup; resolves to what it says. */
const ways: Readonly<Record<string, (env: Record<string, string>) => Promise<string>>> = {
  'backup FILE': (env) => commanded([file], env),
  'backup --to': (env) => commanded(['--to', place], env),
  'the nightly one, and that of the desk': async (env) => {
    const ctx = await openSite(site, { ...env, BACKUP_TO: place })
    try {
      const outcome = await doBackupWork(ctx, 'backup', undefined)
      return outcome.ok ? outcome.name : outcome.problem
    } finally {
      closeDb(ctx.db)
    }
  },
}

async function commanded(args: string[], more: Record<string, string>): Promise<string> {
  const env = { ...base, ...more }
  const machine = { selfCommand: [], pids: { own: 1, isAlive: () => false }, env }
  const lines: string[] = []
  await backupCommand(readConfig(env), machine, args, (line) => lines.push(line)).catch((error) =>
    lines.push(String(error)),
  )
  return lines.join('\n')
}

const written = () => [...(existsSync(file) ? [file] : []), ...readdirSync(place).map((name) => join(place, name))]

function empty() {
  rmSync(file, { force: true })
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place)
}

function restoredFrom(args: string[], env: Record<string, string>): Promise<number> {
  const to = { DATA_DIR: join(mkdtempSync(join(top, 'restored-')), 'site'), ...env }
  const machine = { pids: { own: 1, isAlive: () => false }, env: to, ask: () => null }
  return restoreCommand(readConfig(to), machine, args, () => {})
}

/** States in which the passphrase is said to be set and is not here. */
const states: Readonly<Record<string, { env: Record<string, string>; make?: () => Promise<void> }>> = {
  'that was forgotten': {
    env: {},
    async make() {
      const ctx = await openSite(site)
      const uuid = createUuids(Date.now, randomBytes)
      inTransaction(ctx.db, () => forgetSecrets(ctx.db, ['BACKUP_PASSPHRASE'], uuid, Date.now()))
      closeDb(ctx.db)
    },
  },
  'that the environment switches off': { env: { BACKUP_PASSPHRASE: '' } },
}

test.each(Object.keys(states))('with a passphrase %s no backup is written, by no way', async (state) => {
  for (const [way, run] of Object.entries(ways)) {
    empty()
    await setAtDesk(site, ['BACKUP_PASSPHRASE'])
    await states[state]?.make?.()
    expect([way, await run(states[state]?.env ?? {}), written()]).toEqual([
      way,
      expect.stringContaining('BACKUP_PASSPHRASE cannot be used: it was set at the desk and is not here.'),
      [],
    ])
  }
})

test('with a passphrase a single file is encrypted too, and restored with it alone', async () => {
  empty()
  await setAtDesk(site, ['BACKUP_PASSPHRASE'])
  expect(await ways['backup FILE']?.({})).toContain('Encrypted.')
  const bytes = readFileSync(file)
  expect([bytes.subarray(0, 21).toString(), bytes.includes('SQLite format 3')]).toEqual([
    'age-encryption.org/v1',
    false,
  ])
  const restored = (env: Record<string, string>) => restoredFrom([file], env)
  await expect(restored({})).rejects.toThrow('it is encrypted: set BACKUP_PASSPHRASE')
  await expect(restored({ BACKUP_PASSPHRASE: 'another one of hushes' })).rejects.toThrow('another passphrase')
  expect(await restored({ BACKUP_PASSPHRASE: passphrase })).toBe(0)
})

test('to a place of encrypted backups none is added unencrypted', async () => {
  empty()
  await setAtDesk(site, ['MAIL_FROM'])
  expect(await ways['backup --to']?.({ BACKUP_PASSPHRASE: passphrase })).toContain('Encrypted.')
  const before = readdirSync(place, { recursive: true }).toSorted()
  expect(await ways['backup --to']?.({})).toContain('its backups are encrypted, and no passphrase is set')
  expect(readdirSync(place, { recursive: true }).toSorted()).toEqual(before)
})

test('a plain backup beside encrypted ones is restored by its name alone, and none where a passphrase is set', async () => {
  empty()
  await setAtDesk(site, ['MAIL_FROM'])
  expect(await ways['backup --to']?.({})).not.toContain('Encrypted.')
  const tars = join(place, 'backups')
  const [plain = ''] = readdirSync(tars)
  const bytes = readFileSync(join(tars, plain))
  writeFileSync(file, bytes)
  const locked = { BACKUP_PASSPHRASE: passphrase }
  await expect(restoredFrom([file], locked)).rejects.toThrow('it is not encrypted, and a passphrase is set')
  await expect(restoredFrom([place], locked)).rejects.toThrow('it is not encrypted, and a passphrase is set')
  expect(await restoredFrom([place], {})).toBe(0)

  empty()
  expect(await ways['backup --to']?.(locked)).toContain('Encrypted.')
  const [encrypted = ''] = readdirSync(tars)
  renameSync(join(tars, encrypted), join(tars, encrypted.replace(/^\d{4}/, '2019')))
  writeFileSync(join(tars, plain), bytes)
  expect(await restoredFrom([place], locked)).toBe(0)
  await expect(restoredFrom([place], {})).rejects.toThrow('it is encrypted')
  const at = ['--at', plain.slice(0, plain.indexOf('.'))]
  await expect(restoredFrom([place, ...at], locked)).rejects.toThrow('it is not encrypted, and a passphrase is set')
  expect(await restoredFrom([place, ...at], {})).toBe(0)
})
