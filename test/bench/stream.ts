import { join } from 'node:path'
import { fill } from './fill.ts'
import { medianOf } from './median.ts'
import { cpuSec, rssMb, scratchFolder, startProgram } from './program.ts'
import { atLeast, atMost, type Row } from './report.ts'

const listeners = 200
const masterBytes = 12_000_000
const pairs = 5

/** Measures 200 listeners who load a whole master at once, in pairs with nginx's sendfile. */
export async function benchStream(executable: string): Promise<Row[]> {
  using folder = scratchFolder()
  const master = join(folder.path, 'master.flac')
  await Bun.write(master, Buffer.alloc(masterBytes, 'the sound of one street at night '))
  const data = join(folder.path, 'data')
  const { cookie, streamed } = await fill(data, { masterPath: master })
  await using ours = await startProgram([executable], {
    DATA_DIR: data,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
  })
  const signed: { url: string } = await (
    await fetch(`${ours.url}/api/audio/${streamed}`, { headers: { cookie } })
  ).json()
  const before = await rssMb(ours.pid)
  const peak = watchPeak(ours.pid)
  const used = await cpuSec(ours.pid)
  await download(ours.url + signed.url)
  const spent = (await cpuSec(ours.pid)) - used
  const rows = [
    atMost(
      `memory growth at ${listeners} full streams`,
      (await peak()) - before,
      60,
      'MB',
      `from ${before.toFixed(0)} MB`,
    ),
  ]
  const gigabytes = (listeners * masterBytes) / 1e9
  rows.push({
    what: `processor time for ${gigabytes} GB to ${listeners} listeners`,
    figure: `${(spent / gigabytes).toFixed(2)} s a GB`,
    goal: '',
    reached: null,
  })
  await using nginx = await startNginx(folder.path)
  if (!nginx) {
    rows.push({ what: 'full streams against nginx', figure: 'nginx is not installed', goal: '≥ 0.95', reached: null })
    return rows
  }
  const measured: { mine: number; theirs: number }[] = []
  for (let n = 0; n < pairs; n += 1) {
    const ourUrl = (await fresh(ours.url, streamed, cookie)).url
    const first = await download(n % 2 === 0 ? ourUrl : nginx.url)
    const second = await download(n % 2 === 0 ? nginx.url : ourUrl)
    measured.push(n % 2 === 0 ? { mine: first, theirs: second } : { mine: second, theirs: first })
  }
  const middle = (side: 'mine' | 'theirs') => medianOf(measured.map((pair) => pair[side]))
  const figures = `${mb(middle('mine'))} against ${mb(middle('theirs'))} MB a second, median of ${pairs} pairs`
  const ratio = medianOf(measured.map(({ mine, theirs }) => mine / theirs))
  rows.push(atLeast("full streams, of nginx sendfile's throughput", ratio, 0.95, figures))
  return rows
}

const mb = (bytesPerSecond: number) => Math.round(bytesPerSecond / 1e6)

async function fresh(base: string, id: string, cookie: string): Promise<{ url: string }> {
  const signed: { url: string } = await (await fetch(`${base}/api/audio/${id}`, { headers: { cookie } })).json()
  return { url: base + signed.url }
}

/** Loads an address by all listeners at once; returns bytes a second. Throws when one lacks any. */
async function download(address: string): Promise<number> {
  const { port, pathname, search, host } = new URL(address)
  const from = performance.now()
  const all = Array.from({ length: listeners }, () => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    let received = 0
    void Bun.connect({
      hostname: '127.0.0.1',
      port: Number(port),
      socket: {
        open: (socket) =>
          void socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        data(socket, piece) {
          received += piece.length
          if (received >= masterBytes) socket.end()
        },
        close: () => resolve(received),
        error: (_, error) => reject(error),
      },
    })
    return promise
  })
  const received = await Promise.all(all)
  if (received.some((bytes) => bytes < masterBytes)) throw new Error('A stream broke off.')
  return (listeners * masterBytes) / ((performance.now() - from) / 1000)
}

function watchPeak(pid: number): () => Promise<number> {
  let highest = 0
  const timer = setInterval(async () => {
    highest = Math.max(highest, await rssMb(pid))
  }, 50)
  return async () => {
    clearInterval(timer)
    return Math.max(highest, await rssMb(pid))
  }
}

async function startNginx(folder: string) {
  if (!Bun.which('nginx')) return null
  const port = 42_080
  const config = join(folder, 'nginx.conf')
  await Bun.write(
    config,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log; user root;
     events { worker_connections 1024; }
     http { access_log off; sendfile on; tcp_nopush on; client_body_temp_path ${folder};
       server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  )
  const pinned = Bun.which('taskset') ? ['taskset', '-c', '0'] : []
  const child = Bun.spawn([...pinned, 'nginx', '-c', config, '-p', folder], { stdout: 'ignore', stderr: 'inherit' })
  const url = `http://127.0.0.1:${port}/master.flac`
  while (
    !(await fetch(url, { method: 'HEAD' }).then(
      (r) => r.ok,
      () => false,
    ))
  )
    await Bun.sleep(20)
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill()
      await child.exited
    },
  }
}
