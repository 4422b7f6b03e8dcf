import { Database } from 'bun:sqlite'
import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { hashFile } from '../../src/platform/blob/blobs.ts'
import { hasNginx, startNginx, type TestNginx } from '../support/platform/nginx.ts'
import { freePort } from '../support/room/redis.ts'
import { fill } from './fill.ts'
import { medianOf } from './median.ts'
import { cpuSec, scratchFolder, startProgram } from './program.ts'
import { atMost, type Row } from './report.ts'

const [files, fileBytes, rounds] = [5, 200_000_000, 3]
const gigabytes = (files * fileBytes) / 1e9
const onFirst = Bun.which('taskset') ? ['taskset', '-c', '0'] : []
const onSecond = Bun.which('taskset') ? ['taskset', '-c', '1'] : []

/** Seconds of processor time for a GB: nobody had it yet (cold), nginx has all of it (warm). */
type Cost = { cold: number; warm: number; heldMb: number }

/**
 * Compares files of a bucket through nginx, by the configuration that the executable prints, with
 * nginx's plain `proxy_cache` and `sendfile` for the same bytes. The bucket is another nginx, whose
 * processor time does not count.
 */
export async function benchNginx(executable: string): Promise<Row[]> {
  if (!hasNginx) return []
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(scratchFolder())
  const at = (name: string) => join(folder.path, name)
  const bucketPort = freePort()
  stack.use(await startNginx(bucketOf(bucketPort, at('bucket')), [...onSecond, 'nginx']))
  const { cookie, tracks } = await fillTracks(at('data'), at('bucket/music'))

  const [port, ownPort] = [freePort(), freePort()]
  const env = {
    ...{ DATA_DIR: at('data'), HOST: '127.0.0.1', PORT: `${ownPort}`, BASE_URL: `http://localhost:${port}` },
    ...{ ACCEL: 'nginx', TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent', BLOB_CACHE_GB: '0' },
    ...{ BLOBS: 's3://music', S3_ENDPOINT: `http://127.0.0.1:${bucketPort}`, S3_ACCESS_KEY_ID: 'id' },
    S3_SECRET_ACCESS_KEY: 'key',
  }
  const primary = stack.use(await startProgram([executable], env))
  const printed = await Bun.$`${executable} nginx`.env({ ...env, PATH: Bun.env.PATH ?? '' }).text()
  const heads = ['-H', `cookie: ${cookie}`, '-H', 'sec-fetch-dest: audio']

  const ours: Cost[] = []
  const bare: Cost[] = []
  const plain: number[] = []
  let byPrimary = 0
  for (let round = 0; round < rounds; round += 1) {
    {
      await using nginx = await startNginx(printed, [...onFirst, 'nginx'])
      const before = await cpuSec(primary.pid)
      ours.push(await measure(nginx, (n) => [...heads, `http://localhost:${port}/api/audio/${tracks[n]?.id}`]))
      byPrimary += (await cpuSec(primary.pid)) - before
    }
    {
      await using nginx = await startNginx(bareOf(port, bucketPort, at('bucket')), [...onFirst, 'nginx'])
      bare.push(await measure(nginx, (n) => [`http://127.0.0.1:${port}/kept/${tracks[n]?.key}`]))
      plain.push((await measure(nginx, (n) => [`http://127.0.0.1:${port}/music/${tracks[n]?.key}`])).warm)
    }
  }
  const middle = (of: readonly Cost[], which: keyof Cost) => medianOf(of.map((cost) => cost[which]))
  const figure = (of: readonly Cost[]) =>
    `${middle(of, 'cold').toFixed(2)} s cold, ${middle(of, 'warm').toFixed(2)} s warm`
  return [
    atMost("nginx's processor for a GB of the bucket that nobody had yet", middle(ours, 'cold'), 0.3, 's'),
    atMost("nginx's processor for a GB that it kept", middle(ours, 'warm'), 0.2, 's'),
    { what: 'a bare proxy_cache with whole files and the same buffers', figure: figure(bare), goal: '', reached: null },
    { what: 'a bare sendfile', figure: `${medianOf(plain).toFixed(2)} s`, goal: '', reached: null },
    atMost('cold, of the bare proxy_cache', middle(ours, 'cold') / middle(bare, 'cold'), 1.5, 'times'),
    atMost('warm, of the bare sendfile', middle(ours, 'warm') / medianOf(plain), 1.25, 'times'),
    atMost('the primary for the same GB', byPrimary / (rounds * 2 * gigabytes), 0.02, 's'),
    atMost(`memory of nginx's worker for a file of ${fileBytes / 1e6} MB`, middle(ours, 'heldMb'), 32, 'MB'),
  ]
}

type Track = { id: string; key: string }

/** Makes a site with five long tracks, whose masters are in the bucket. */
async function fillTracks(dataDir: string, bucket: string): Promise<{ cookie: string; tracks: Track[] }> {
  const { cookie } = await fill(dataDir, { tracksMade: files })
  using db = new Database(join(dataDir, 'tapedeck.db'))
  const rows = db.query<{ id: string }, []>('SELECT id FROM tracks ORDER BY position').all()
  const tracks: Track[] = []
  for (const [n, { id }] of rows.entries()) {
    const made = join(bucket, `made-${n}`)
    await Bun.write(made, Buffer.alloc(fileBytes, `the sound of street number ${n} at night `))
    const sha256 = await hashFile(made)
    const key = `${sha256.slice(0, 2)}/${sha256}`
    mkdirSync(join(bucket, sha256.slice(0, 2)), { recursive: true })
    renameSync(made, join(bucket, key))
    db.query("UPDATE tracks SET sha256 = ?, bytes = ?, format = 'wav' WHERE id = ?").run(sha256, fileBytes, id)
    tracks.push({ id, key })
  }
  return { cookie, tracks }
}

/**
 * Loads all files twice and returns what the workers of an nginx took. Memory is touched first, for
 * all alike: once a machine has given it back to its host, getting it again is slow.
 */
async function measure(nginx: TestNginx, argsOf: (n: number) => string[]): Promise<Cost> {
  // ext4 avoids the inodes of files deleted within five seconds, and searching for others takes
  // time.
  await Bun.sleep(6_000)
  const workers = workersOf(nginx.pid)
  const used = async () => (await Promise.all(workers.map(cpuSec))).reduce((sum, sec) => sum + sec, 0)
  const touched = join(nginx.folder, 'touched')
  await Bun.$`dd if=/dev/zero of=${touched} bs=1M count=${(files * fileBytes * 1.4) / 1e6}`.quiet()
  await Bun.file(touched).delete()
  const spent: number[] = []
  for (const _ of ['cold', 'warm']) {
    const before = await used()
    for (let n = 0; n < files; n += 1) {
      const got = await Bun.$`${onSecond} curl -s -o /dev/null -w %{size_download} ${argsOf(n)}`.text()
      if (Number(got) !== fileBytes) throw new Error(`${got} bytes of ${fileBytes} came.`)
    }
    spent.push(((await used()) - before) / gigabytes)
  }
  const [cold = 0, warm = 0] = spent
  const peaks = workers.map((pid) => /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  return { cold, warm, heldMb: Math.max(...peaks.map(Number)) / 1_024 }
}

const workersOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('worker process'))

const common = (http: string) => `user root; worker_processes 1; pid /run/nginx.pid;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; client_body_temp_path /var/cache/nginx/body;
proxy_temp_path /var/cache/nginx/proxy; ${http} }`

/** A bucket that checks no signature: a folder to write to and read from. */
const bucketOf = (port: number, dir: string) =>
  common(`client_max_body_size 0; server { listen 127.0.0.1:${port}; root ${dir};
    dav_methods PUT DELETE; create_full_put_path on; }`)

const bareOf = (port: number, bucketPort: number, dir: string) =>
  common(`proxy_cache_path /var/cache/nginx/files levels=1:2 keys_zone=files:16m max_size=50g use_temp_path=off;
    server { listen 127.0.0.1:${port}; location /music/ { root ${dir}; }
      location /kept/ { proxy_pass http://127.0.0.1:${bucketPort}/music/; proxy_cache files; proxy_cache_valid 200 1h;
        proxy_buffer_size 64k; proxy_buffers 4 64k; proxy_busy_buffers_size 128k; } }`)
