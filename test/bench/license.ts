import { closeDb } from '../../db/open.ts'
import { readManifest } from '../../src/release/agent/read-manifest.ts'
import { releaseAtVersion, visibleRelease } from '../../src/release/visible-release.ts'
import { fill } from './fill.ts'
import { measured } from './measured.ts'
import { medianOf } from './median.ts'
import { openFolder } from './open-folder.ts'
import { type Program, scratchFolder, startProgram } from './program.ts'
import { compareWithConstant, publish } from './release.ts'
import { atMost, type Row } from './report.ts'

const versions = 1_000
const reads = 2_000
const rounds = 9

/**
 * Measures the answer whether a license has ended, over HTTP against a bare constant, and the
 * manifest of the first of a thousand versions against the newest's, each read from the database
 * every time.
 */
export async function benchLicense(executable: string): Promise<Row[]> {
  using folder = scratchFolder()
  const { cookie } = await fill(folder.path)
  const env = {
    DATA_DIR: folder.path,
    PORT: '0',
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'silent',
    PAYMENTS: 'test',
  }
  const rows: Row[] = []
  let id = ''
  {
    await using program = await startProgram([executable], env)
    ;({ id } = await publish(program, cookie))
    const path = `/api/agents/licenses/${await buyLicense(program, cookie, id)}`
    rows.push(await compareWithConstant(program, folder.path, { what: 'the status of a license', goal: 0.5, path }))
  }
  rows.push(await measureVersions(folder.path, id))
  return rows
}

/** Sets a price, buys a license at it, and returns its id. */
async function buyLicense({ url }: Program, cookie: string, releaseId: string): Promise<string> {
  const send = async (method: string, path: string, body: object, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', ...more }
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    return Object(await answer.json())
  }
  const policy = { scope: 'remix', decision: 'REQUIRE_LICENSE', price: { amount: 500, currency: 'usd' } }
  await send('PATCH', `/api/internal/releases/${releaseId}/permissions`, policy, { cookie })
  const { quoteId } = await send('POST', `/api/agents/releases/${releaseId}/license-quote`, { scopes: ['remix'] })
  const { paymentIntentId, clientSecret } = await send('POST', '/api/checkout/license', { quoteId })
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }
  await send('POST', '/api/checkout/test/confirm', { paymentIntentId, clientSecret, card })
  for (;;) {
    const { license } = await send('POST', '/api/checkout/license/claim', { paymentIntentId, clientSecret })
    if (license) return license.licenseId
    await Bun.sleep(50)
  }
}

/** Adds equal versions to a release, and compares reading its first and its newest. */
async function measureVersions(dataDir: string, releaseId: string): Promise<Row> {
  const ctx = await openFolder(dataDir)
  ctx.db.$client.run(
    `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO release_versions (id, release_id, canonical_version, manifest_status, content_hash, manifest,
       canonical_hash, proof, log_position, anchored_size, created_at, issued_at)
     SELECT v.id || '-' || n.i, v.release_id, n.i, 'READY', v.content_hash, v.manifest, v.canonical_hash, v.proof,
       v.log_position, v.anchored_size, v.created_at, v.issued_at
     FROM n JOIN release_versions v ON v.release_id = ? AND v.canonical_version = 1`,
    [versions, releaseId],
  )
  const first = () => void readManifest(ctx, releaseAtVersion(ctx, releaseId, '1'))
  const newest = () => void readManifest(ctx, visibleRelease(ctx, releaseId))
  const costOf = (read: () => void) =>
    measured(() => {
      for (let n = 0; n < reads; n += 1) read()
    }).cpuMs / reads
  for (const read of [first, newest]) costOf(read)
  const pairs = Array.from({ length: rounds }, () => [costOf(first), costOf(newest)] as const)
  closeDb(ctx.db)
  const ratio = medianOf(pairs.map(([old, young]) => old / young))
  const [old, young] = [0, 1].map((at) => (medianOf(pairs.map((pair) => pair[at] ?? 0)) * 1_000).toFixed(0))
  const note = `${old} against ${young} µs, 100 tracks, not held`
  return atMost(`manifest of version 1 of ${versions}, of what the newest costs`, ratio, 1.1, 'times', note)
}
