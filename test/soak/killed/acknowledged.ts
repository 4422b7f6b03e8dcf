import { Database } from 'bun:sqlite'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'

/** The requests that were answered with success, and those (`…Asked`) that got no answer. */
export function createAcknowledged(lastOpening: number) {
  return {
    handles: new Set<string>(),
    /** Tracks with the hash of what was sent. */
    tracks: new Map<string, string>(),
    deletes: new Set<string>(),
    deletesAsked: new Set<string>(),
    assets: new Map<string, string>(),
    /** The number in the last name that was answered. */
    lastName: 0,
    purchases: new Map<string, string>(),
    tips: new Set<string>(),
    refunds: new Set<string>(),
    refundsAsked: new Set<string>(),
    batches: new Set<string>(),
    redeemed: new Set<string>(),
    /** The number in the site's last name that was answered. */
    lastSiteName: 0,
    /** The preorder's opening that was answered last, in ms. */
    lastOpening,
    /** Decisions about accounts, by their ids. */
    decisions: new Map<string, 'asked to suspend' | 'asked to lift' | 'lifted'>(),
    /** Letters with the subject that was answered last. */
    letters: new Map<string, string>(),
    /** Playlists with the track that was answered last. */
    playlists: new Map<string, string | null>(),
    wishes: new Set<string>(),
    gifts: new Set<string>(),
    refused: new Map<string, number>(),
  }
}

export type Acknowledged = ReturnType<typeof createAcknowledged>

export const countsOf = (known: Acknowledged) => ({
  'sign-ups': known.handles.size,
  names: known.lastName,
  uploads: known.tracks.size,
  deletes: known.deletes.size,
  assets: known.assets.size,
  purchases: known.purchases.size,
  tips: known.tips.size,
  refunds: known.refunds.size,
  batches: known.batches.size,
  'redeemed codes': known.redeemed.size,
  settings: known.lastSiteName,
  decisions: known.decisions.size,
  letters: known.letters.size,
  playlists: known.playlists.size,
  wishes: known.wishes.size,
  gifts: known.gifts.size,
})

/** Compares a stopped server's data folder with what was acknowledged; returns the differences. */
export function faultsOf(known: Acknowledged, dataDir: string, redeemable: string): string[] {
  const db = new Database(join(dataDir, 'tapedeck.db'), { readonly: true })
  const has = (sql: string, ...values: string[]) => db.query(sql).get(...values) !== null
  const faults: string[] = []
  const must = (isThere: boolean, what: string) => {
    if (!isThere) faults.push(what)
  }
  const fileOf = (hash: string) => join(dataDir, 'blobs', hash.slice(0, 2), hash)
  const isWhole = (hash: string) => existsSync(fileOf(hash)) && sha256Hex(readFileSync(fileOf(hash))) === hash

  for (const handle of known.handles)
    must(has('SELECT 1 FROM artists WHERE handle = ?', handle), `no account ${handle}`)
  for (const [id, sent] of known.tracks) {
    const row = db.query<{ status: string; sha256: string }, [string]>('SELECT status, sha256 FROM tracks WHERE id = ?')
    const track = row.get(id)
    if (known.deletes.has(id)) must(track === null, `deleted track ${id} is there`)
    else if (!known.deletesAsked.has(id)) {
      must(track?.status === 'READY', `track ${id} is ${track?.status ?? 'gone'}`)
      must(track?.sha256 === sent && isWhole(sent), `the bytes of track ${id} are not what was sent`)
    }
  }
  for (const [id, sent] of known.assets) {
    must(has('SELECT 1 FROM assets WHERE id = ?', id) && isWhole(sent), `picture ${id} is not there or not whole`)
  }
  const name = db.query<{ name: string }, []>("SELECT name FROM cassets WHERE name LIKE 'Name %'").get()?.name
  must(Number(name?.split(' ')[1] ?? 0) >= known.lastName, `the name is ${name}, not ${known.lastName}`)
  for (const [orderId, userId] of known.purchases) {
    const status = known.refunds.has(orderId)
      ? "= 'REFUNDED'"
      : known.refundsAsked.has(orderId)
        ? 'IS NOT NULL'
        : "= 'PAID'"
    const sql = `SELECT 1 FROM purchases WHERE order_id = ? AND user_id = ? AND status ${status}`
    must(has(sql, orderId, userId), `the purchase of order ${orderId} is not ${status}`)
  }
  for (const orderId of known.tips) must(has('SELECT 1 FROM tips WHERE order_id = ?', orderId), `no tip ${orderId}`)
  for (const id of known.batches) must(has('SELECT 1 FROM code_batches WHERE id = ?', id), `no codes ${id}`)
  const holds = 'SELECT 1 FROM purchases WHERE user_id = ? AND casset_id = ?'
  for (const userId of known.redeemed) must(has(holds, userId, redeemable), `a redeemed code gave ${userId} nothing`)
  faults.push(...siteFaults(known, db))
  // A gift that nobody has claimed has no account.
  const twice = 'SELECT 1 FROM purchases WHERE user_id IS NOT NULL GROUP BY user_id, casset_id HAVING count(*) > 1'
  must(!has(twice), 'somebody holds a casset twice')
  must(!has("SELECT 1 FROM jobs WHERE state = 'FAILED'"), 'a job failed')
  must(
    db.query<{ integrity_check: string }, []>('PRAGMA integrity_check').get()?.integrity_check === 'ok',
    'the database',
  )
  faults.push(...orphansOf(db, dataDir))
  db.close()
  return faults
}

/** As `faultsOf`, for the desk, letters, lists and preorders. */
function siteFaults(known: Acknowledged, db: Database): string[] {
  const answerTo = (sql: string, ...values: string[]) => db.query(sql).values(...values)[0]?.[0]
  const faults: string[] = []
  const must = (isThere: boolean, what: string) => {
    if (!isThere) faults.push(what)
  }
  const name = answerTo("SELECT value FROM setting_changes WHERE name = 'SITE_NAME' ORDER BY id DESC LIMIT 1")
  const number = Number(String(name ?? 'Site 0').split(' ')[1])
  must(number >= known.lastSiteName, `the site is called ${name}, not Site ${known.lastSiteName}`)
  const opensAt = Number(answerTo('SELECT opens_at FROM cassets WHERE opens_at IS NOT NULL AND published = 1'))
  must(opensAt >= known.lastOpening, `the preorder opens at ${opensAt}, not ${known.lastOpening}`)
  const suspended =
    'SELECT u.suspended IS NOT NULL FROM content_decisions d JOIN users u ON u.id = d.thing_id WHERE d.id = ?'
  for (const [id, state] of known.decisions) {
    const isSuspended = answerTo(suspended, id)
    if (state === 'asked to suspend') must(isSuspended === 1, `decision ${id} does not suspend`)
    if (state === 'lifted') must(isSuspended === 0, `decision ${id} still suspends`)
  }
  for (const [id, subject] of known.letters) {
    const stored = answerTo('SELECT subject FROM letters WHERE id = ?', id)
    must(stored !== undefined && (subject === '' || stored === subject), `letter ${id} has the subject ${stored}`)
  }
  for (const [id, track] of known.playlists) {
    must(answerTo('SELECT 1 FROM playlists WHERE id = ?', id) === 1, `no playlist ${id}`)
    const has = 'SELECT 1 FROM playlist_tracks WHERE playlist_id = ? AND track_id = ?'
    must(track === null || answerTo(has, id, track) === 1, `playlist ${id} has no track`)
  }
  for (const id of known.wishes) must(answerTo('SELECT 1 FROM wishes WHERE user_id = ?', id) === 1, `no wish of ${id}`)
  for (const id of known.gifts) {
    must(answerTo('SELECT is_paid FROM gifts WHERE order_id = ?', id) === 1, `gift ${id} is not paid`)
  }
  const pressed =
    "SELECT o.id FROM orders o JOIN purchases p ON p.order_id = o.id WHERE o.withdrawn_at IS NOT NULL AND p.status = 'PAID'"
  for (const [id] of db.query(pressed).values()) faults.push(`order ${id} was given back and is still held`)
  return faults
}

/**
 * Returns files that nothing in the database names, not even a job that is to delete them, and
 * remains of work that was broken off. A trial restore that the site's end cut off may stay.
 */
function orphansOf(db: Database, dataDir: string): string[] {
  const tables = db.query<{ name: string }, []>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'jobs'",
  )
  const deletes = db.query("SELECT payload FROM jobs WHERE kind = 'sweep-blobs'").all()
  const texts = tables.all().map(({ name }) => JSON.stringify(db.query(`SELECT * FROM "${name}"`).all()))
  const named = new Set([...texts, JSON.stringify(deletes)].flatMap((text) => text.match(/\b[0-9a-f]{64}\b/g) ?? []))
  const files = readdirSync(join(dataDir, 'blobs'), { recursive: true, encoding: 'utf8' })
  const hashes = files.map((path) => path.split('/').at(-1) ?? '').filter((path) => /^[0-9a-f]{64}$/.test(path))
  const left = readdirSync(join(dataDir, 'blobs/scratch'))
    .filter((path) => !path.startsWith('trial-'))
    .map((path) => `left in scratch: ${path}`)
  return [...left, ...hashes.filter((hash) => !named.has(hash)).map((hash) => `nothing names the file ${hash}`)]
}
