import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Migration, migrate, migrations, NewerDatabaseError } from '../db/migrations/run.ts'
import { closeDb, type Db, openDb } from '../db/open.ts'
import { runProgram, temporaryFolder } from './support/process.ts'

const root = join(import.meta.dir, '..')

/** SHA-256 of each migration that has landed: there are databases that hold it, so it never changes. Add, do not edit. */
const landed: Record<string, string> = {
  '0001_account': '1745b81b7177c396f42ea0ce8eae3cb22963fa8348793cb0fb3386ddf98cd35e',
  '0002_job': 'f9c02fda626bbebee64a1056561d94e561715082aa05c7f1f1edba6b417efcac',
  '0003_casset': '7187aeb41938b802f5a14dc32f57b8b0b50aae6f5e3c39c0c6f5dd518e93ddbc',
  '0004_order': '69de246645a23fa502c3e34ee063df62e2c6bb2b37dd78036257a152aae853d2',
  '0005_ledger': '203b45e54604e0e298f9af2b4e665103cf6702d84ad4150cd12410832b31f26c',
  '0006_pruning': '0d82beaa67b1fca409ad25889bb01fe317a76a8f2b851feb81676daf693db74a',
  '0007_waiting': 'eac0f123996dc58e579996903c501fc0861334027504ccafe49637e5edf709fc',
  '0008_seller': 'd29b5f78d51c298e49bfdc7b3c36226d42f78b489bffa444954e9b8e9cbdf896',
  '0009_modes': '924904d439a7c8bfbd9a1056142ea5f092b10cee124b864f46ba7e66343324f4',
  '0010_owed': 'b010478bbe5eebce94a32974588dcbf4e8a72b9d2b6049d48026c188483a568f',
  '0011_dispute': '62ed8860e2e7780af57cf28beccf0872bd632a55851e3a0b16eb374d13e932a8',
  '0012_tax': '0fc02ed056a99f13722b40c1aa36cdc74a599f179947312d2fc441d8d39c11f7',
  '0013_kept': 'f49774e3e7afaa57fd335580b3f6b8f17ed24ff8b6250cfaacd1e81bcaca50d4',
  '0014_room': '5b3d2977310b5637faa010a6056663a91e6d195f79f24bda70065f507e056d90',
  '0015_hook': '9e44d25c61e4f566280113941051aad3ab3d793d69faaa34828b014d695b96c3',
  '0016_notification': '58f83c402614ac719a1188d1282b85c310d2bb089731b3e7f4c1764411f11f35',
  '0017_co_casset': 'd714dc88f543b40fc0f987fb6f1947a6e7e45ac8e32d9365ade00a5b386101c2',
  '0018_growth': '21028f7a255f4ca0736a20935406e23e88015a2389d1c6bb184ad36fe0fa109a',
  '0019_release': 'cb55982771873261fb50addb1161ddb44158d73beb941e99403f449995b6b546',
  '0020_payout': 'afb9192b30765a025bb00a991d06d272667e655e60679d4d1eb569880c08ecd7',
  '0021_comparison': 'c7b777b3c72f0eee4a1c52a08d86cda9c9d3adb9c9c8630d5d62ff430029a499',
  '0022_reply': '4c04e1b87f9d18d65bca08908fbc71b849f836cd3029d68f23d6d7b471332cb0',
  '0023_notice': 'eb09c12a48767a31d0e67d22684c995a812ebbea3e68d3637c11ff9fcecb9744',
  '0024_license_quote': '98340dd2457bde9362426ce4e9f817b2156fcaae19af43002fee093218d32241',
  '0025_license': 'acaec9d185f54fd2241c3c68d9c6cd199a11b9ca56b53a82878407d11edca0a1',
  '0026_discovery': '982d8d5ea2f8d7fb72607aeccfa4684d5985df4d250d688e1c55dee9a689f123',
  '0027_timestamp': '655b150832a1de91465e873a6379dfd642760bcb4fb84add7764e6b536eedcb4',
  '0028_drop': '5148b6e46656008eb97cda20d60a29ce99d886c3fd092b5c18584d85f9d66032',
  '0029_score': '78b25ffc9949ba05ab68e6adc594166b4ed7ef2a126b3861b8921cf666b40849',
  '0030_cover': 'b4078571ffeb31295843b2f2e27edec023100edd23fe17ecf906852172b4d299',
  '0031_rendition': 'f8825c333dc21e226cb7daedf5f33d08e6fbf80ac0c42dbdcb607a7759e5eb9d',
  '0032_sandbox': '7251efe8ff9c124f4bf517e9461838fff5f1e63b55fe40d763d2845db54660e9',
  '0033_identity': 'ba28d8f03f48741933294d1a554897266f947b40d1407c0b650d0b00394863ac',
  '0034_passkey': '5e6b37fae521cc8127ed3e353333aa8287b57eff02d346ec7307631c5588b83a',
  '0035_guest': 'e43a7b6706699bab86b9dcb3a397246887bd41a181114d6537c7a272750b1ced',
  '0036_mailing_list': '33f622ae68aac95d245a9cae1c59cefff41ae040227c567acc9e5be302de464b',
  '0037_account': 'c82721365fb870bc8245ae4fdf6dcaca1da8669a5076b04732a014f4a62401ed',
  '0038_data_export': '62d24494abf625f8021794af68fe668a2d598243f4b7da7095a365b06b899e90',
  '0043_ended_consents': '78fe020b0e6d04d9652e0c6c90891e015922929b5217bd427e731e280373ed05',
  '0045_repeated_grant': '9c32044bb3e5a90f8a51e73a52a82862f403231fe699ca9dc57a82c117bbf2aa',
  '0046_places': 'fa5839be4aaab279efda1f378a1cf3f14222d40b385bc4597c40fc0a9faa9ac0',
}

test('no migration has changed since it landed', () => {
  const hashes = migrations.map(({ name, sql }) => [name, new Bun.CryptoHasher('sha256').update(sql).digest('hex')])
  expect(Object.fromEntries(hashes)).toEqual(landed)
})

test('every migration file is embedded, in the order of its number', async () => {
  const files = (await Array.fromAsync(new Bun.Glob('*.sql').scan(join(root, 'db/migrations')))).sort()
  expect(migrations.map(({ name }) => `${name}.sql`)).toEqual(files)
  const numbers = files.map((file) => Number(/^(\d{4})_[a-z]+(?:_[a-z]+)*\.sql$/.exec(file)?.[1]))
  expect(numbers).toEqual(files.map((_, index) => index + 1))
  for (const { name, sql } of migrations) {
    expect(sql).toBe(await Bun.file(join(root, 'db/migrations', `${name}.sql`)).text())
  }
})

test('migrating is recorded, and once', () => {
  using folder = temporaryFolder()
  const db = openDb(join(folder.path, 'x.db'))
  expect(migrate(db.$client, 7)).toEqual(migrations.map(({ name }) => name))
  expect(migrate(db.$client, 8)).toEqual([])
  const rows = db.$client.query('SELECT * FROM migrations ORDER BY name').all()
  expect(rows).toEqual(migrations.map(({ name }) => ({ name, applied_at: 7 })))
  closeDb(db)
})

test('a newer database is refused with a clear message and left as it is', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'tapedeck.db')
  const db = openDb(path)
  migrate(db.$client, 1)
  db.$client.run("INSERT INTO migrations VALUES ('9999_tomorrow', 5)")
  const message =
    'This database was made by a newer Tapedeck (it holds 9999_tomorrow). ' +
    'Start that version, or restore a backup made before it.'
  expect(() => migrate(db.$client, 2)).toThrow(new NewerDatabaseError(['9999_tomorrow']))
  closeDb(db)
  const { exitCode, out, err } = await runProgram(['serve'], { DATA_DIR: folder.path, PORT: '0', HOST: '127.0.0.1' })
  expect([exitCode, out, err.trim()]).toEqual([1, '', `NewerDatabaseError: ${message}`])
})

test('a migration that breaks down in its middle leaves nothing of itself', () => {
  using folder = temporaryFolder()
  const db = openDb(join(folder.path, 'x.db'))
  // The way is blocked far down in the file: the tables before it must not stay.
  db.$client.run('CREATE TABLE tracks (id TEXT)')
  expect(() => migrate(db.$client, 1)).toThrow('already exists')
  const names = db.$client.query("SELECT name FROM sqlite_schema WHERE type = 'table'").values().flat()
  expect(names).toEqual(['tracks'])
  db.$client.run('DROP TABLE tracks')
  expect(migrate(db.$client, 2)).toEqual(migrations.map(({ name }) => name))
  closeDb(db)
})

/** A database as an older program left it: without the newest two migrations, which this one adds. */
function openOlder(path: string): { db: Db; missing: typeof migrations } {
  const db = openDb(path)
  db.$client.run('CREATE TABLE migrations (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT')
  for (const migration of migrations.slice(0, -2)) applyTo(db, migration)
  return { db, missing: migrations.slice(-2) }
}

function applyTo({ $client }: Db, { name, sql }: (typeof migrations)[number]): void {
  $client.run(sql)
  $client.query('INSERT INTO migrations (name, applied_at) VALUES (?, 1)').run(name)
}

/** A process that opens a database, says so, and migrates it once it is sent a line. */
async function startMigrating(path: string) {
  const program = `
    const { openDb } = await import('${root}/db/open.ts')
    const { migrate } = await import('${root}/db/migrations/run.ts')
    const db = openDb('${path}')
    console.log('open')
    await Bun.stdin.stream().getReader().read()
    console.log(JSON.stringify(migrate(db.$client, ${Date.now()})))
    process.exit()`
  const command = [process.execPath, '-e', program]
  const child = Bun.spawn(command, { cwd: root, stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' })
  const reader = child.stdout.getReader()
  const next = async () => new TextDecoder().decode((await reader.read()).value)
  expect(await next()).toBe('open\n')
  return {
    go() {
      child.stdin.write('\n')
      child.stdin.flush()
    },
    end: async () => [await next(), await new Response(child.stderr).text(), await child.exited],
  }
}

test.each([
  ['a new file', false],
  ['the database of an older program', true],
])('processes that start together on %s migrate it once, and all of them go on', async (_, isOlder) => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'x.db')
  if (isOlder) closeDb(openOlder(path).db)
  const children = await Promise.all([1, 2, 3, 4].map(() => startMigrating(path)))
  for (const { go } of children) go()
  const outcomes = await Promise.all(children.map(({ end }) => end()))
  const all = `${JSON.stringify(migrations.slice(isOlder ? -2 : 0).map(({ name }) => name))}\n`
  expect(outcomes.map(([out]) => out).sort()).toEqual([all, '[]\n', '[]\n', '[]\n'].sort())
  expect(outcomes.map(([, err, code]) => [err, code])).toEqual(children.map(() => ['', 0]))
})

test('a process that comes while another migrates waits for it, and then finds nothing to do', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'x.db')
  const { db, missing } = openOlder(path)
  const second = await startMigrating(path)
  db.$client.run('BEGIN IMMEDIATE')
  for (const migration of missing) applyTo(db, migration)
  second.go()
  // Long enough for it to have come to the lock; were it slower, the test would pass for nothing but never fail.
  await Bun.sleep(150)
  db.$client.run('COMMIT')
  expect(await second.end()).toEqual(['[]\n', '', 0])
  closeDb(db)
})

/** Rebuilds `cassets`, which orders, tracks and others reference, with a rule that no ALTER TABLE can add. */
const rebuild = (how: { rows: string }): Migration => ({
  name: '9001_rebuild',
  sql: `
    CREATE TABLE new_cassets (
      id TEXT PRIMARY KEY,
      artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
      name TEXT NOT NULL CHECK (name <> '')
    ) STRICT;
    INSERT INTO new_cassets SELECT id, artist_id, name FROM cassets ${how.rows};
    DROP TABLE cassets;
    ALTER TABLE new_cassets RENAME TO cassets;`,
})

function fill({ $client }: Db): void {
  $client.run("INSERT INTO users (id, email, created_at) VALUES ('u', 'u@example.com', 0)")
  $client.run("INSERT INTO artists (id, user_id, handle, display_name, created_at) VALUES ('a', 'u', 'u', 'U', 0)")
  $client.run("INSERT INTO cassets (id, artist_id, name, currency, created_at) VALUES ('c', 'a', 'Dawn', 'usd', 0)")
  $client.run(`INSERT INTO tracks (id, casset_id, hook_id, title, position, file_name, format, bytes, sha256, created_at)
    VALUES ('t', 'c', 'h', 'One', 1, 'one.wav', 'wav', 1, 'x', 0)`)
}

test('a migration can rebuild a table that rows of others reference', () => {
  using folder = temporaryFolder()
  const db = openDb(join(folder.path, 'x.db'))
  migrate(db.$client, 1)
  fill(db)
  expect(migrate(db.$client, 2, [...migrations, rebuild({ rows: '' })])).toEqual(['9001_rebuild'])
  expect(db.$client.query('SELECT * FROM cassets').all()).toEqual([{ id: 'c', artist_id: 'a', name: 'Dawn' }])
  // The reference of tracks leads to the new table, and the database keeps it again.
  expect(db.$client.query('SELECT id, casset_id FROM tracks').all()).toEqual([{ id: 't', casset_id: 'c' }])
  expect(() => db.$client.run("UPDATE tracks SET casset_id = 'nowhere'")).toThrow('FOREIGN KEY')
  db.$client.run("DELETE FROM cassets WHERE id = 'c'")
  expect(db.$client.query('SELECT * FROM tracks').all()).toEqual([])
  closeDb(db)
})

test('a migration that would leave rows without what they reference changes nothing', () => {
  using folder = temporaryFolder()
  const db = openDb(join(folder.path, 'x.db'))
  migrate(db.$client, 1)
  fill(db)
  const forgetful = rebuild({ rows: 'WHERE 0' })
  const message = 'Migrating left rows that refer to missing rows, in tracks. Nothing was changed.'
  expect(() => migrate(db.$client, 2, [...migrations, forgetful])).toThrow(message)
  expect(db.$client.query('SELECT id, currency FROM cassets').all()).toEqual([{ id: 'c', currency: 'usd' }])
  expect(migrate(db.$client, 3)).toEqual([])
  expect(() => db.$client.run("UPDATE tracks SET casset_id = 'nowhere'")).toThrow('FOREIGN KEY')
  closeDb(db)
})

test('what was sold before there were modes is told apart by its order, money in the ledger too', () => {
  using folder = temporaryFolder()
  const db = openDb(join(folder.path, 'x.db'))
  const before = migrations.filter(({ name }) => name < '0009')
  migrate(db.$client, 1, before)
  fill(db)
  const { $client: sql } = db
  const person = (id: string) =>
    sql.run(`INSERT INTO users (id, email, created_at) VALUES ('${id}', '${id}@b.example', 0)`)
  for (const id of ['ada', 'bob', 'cleo']) person(id)
  for (const [n, [user, mode]] of [
    ['ada', 'test'],
    ['bob', 'stripe'],
    ['cleo', 'free'],
  ].entries()) {
    sql.run(`INSERT INTO orders (id, user_id, casset_id, kind, mode, state, amount_minor, currency, price_minor, created_at)
      VALUES ('${n}', '${user}', 'c', 'casset', '${mode}', 'PAID', 700, 'usd', 700, 0)`)
    sql.run(`INSERT INTO purchases VALUES ('p${n}', '${user}', 'c', '${n}', 'PAID', 5, NULL)`)
  }
  sql.run(
    "INSERT INTO seller_accounts VALUES ('a', 'stripe', 'acct_1', 1, 1, NULL, 0), ('a', 'test', 'acct_2', 1, 1, NULL, 0)",
  )
  sql.run(
    `INSERT INTO webhook_endpoints VALUES ('we_1', 'stripe', 'platform', 's', 0), ('we_2', 'test', 'platform', 's', 0)`,
  )
  for (const isLive of [true, false]) {
    const body = JSON.stringify({ object: 'event', livemode: isLive })
    sql.run("INSERT INTO webhook_events VALUES (?, 'platform', 'ping', ?, 0, NULL, NULL)", [`evt_${isLive}`, body])
  }
  sql.run(`INSERT INTO ledger_accounts VALUES ('buyers:usd', 'BUYERS', NULL, NULL, 'usd', 0),
    ('artist:a:usd', 'ARTIST', 'a', NULL, 'usd', 0), ('bank:usd', 'BANK', NULL, NULL, 'usd', 0)`)
  const post = (id: string, order: string | null, from: string, to: string, amount: number) =>
    sql.transaction(() => {
      const entry = 'INSERT INTO ledger_entries VALUES (?, ?, ?, ?)'
      sql.run(entry, [id, 0, from, -amount])
      sql.run(entry, [id, 1, to, amount])
      const kind = order === null ? 'PAYOUT' : 'SALE'
      sql.run('INSERT INTO ledger_postings VALUES (?, ?, ?, ?, 0)', [id, `${kind} ${id}`, kind, order])
    })()
  // Ids rise with time: the first payout comes after the test sale, the second after the real one.
  post('00', '0', 'buyers:usd', 'artist:a:usd', 700)
  post('01', null, 'artist:a:usd', 'bank:usd', 100)
  post('10', '1', 'buyers:usd', 'artist:a:usd', 700)
  post('11', null, 'artist:a:usd', 'bank:usd', 200)

  expect(migrate(db.$client, 2)).toEqual(migrations.slice(before.length).map(({ name }) => name))
  const rows = (text: string) => sql.query(text).values()
  expect(rows('SELECT user_id, mode FROM purchases ORDER BY id')).toEqual([
    ['ada', 'test'],
    ['bob', 'live'],
    ['cleo', 'free'],
  ])
  expect(rows('SELECT mode FROM orders ORDER BY id').flat()).toEqual(['test', 'live', 'free'])
  for (const table of ['seller_accounts', 'webhook_endpoints', 'webhook_events']) {
    expect([table, rows(`SELECT mode FROM ${table} ORDER BY mode`).flat()]).toEqual([table, ['live', 'test']])
  }
  expect(
    rows(`SELECT a.id, a.mode, a.kind, sum(e.amount_minor) FROM ledger_accounts a
      JOIN ledger_entries e ON e.account_id = a.id GROUP BY a.id ORDER BY a.id`),
  ).toEqual([
    ['live:artist:a:usd', 'live', 'ARTIST', 500],
    ['live:bank:usd', 'live', 'BANK', 200],
    ['live:buyers:usd', 'live', 'BUYERS', -700],
    ['test:artist:a:usd', 'test', 'ARTIST', 600],
    ['test:bank:usd', 'test', 'BANK', 100],
    ['test:buyers:usd', 'test', 'BUYERS', -700],
  ])
  for (const statement of ['UPDATE ledger_entries SET amount_minor = 1', 'DELETE FROM ledger_accounts']) {
    expect(() => sql.run(statement)).toThrow('append-only')
  }
  const again = (mode: string) =>
    sql.run(`INSERT INTO purchases VALUES ('q${mode}', 'ada', 'c', '${mode}', '${mode}', 'PAID', 6, NULL)`)
  sql.run('PRAGMA foreign_keys = OFF')
  expect(() => again('test')).toThrow('UNIQUE')
  expect(() => again('live')).not.toThrow()
  closeDb(db)
})
