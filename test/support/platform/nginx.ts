import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../../src/config.ts'
import { v1Error } from '../../../src/machine/public-v1/envelope.ts'
import { nginxCommand, requestIdVariable } from '../../../src/operate/command/nginx.ts'
import { until } from '../casset/upload.ts'
import { temporaryFolder } from '../process.ts'
import { program } from '../program.ts'
import { freePort } from '../room/redis.ts'
import { selfSigned } from '../room/self-signed.ts'
import { type ServerOptions, startServer, type TestServer } from '../server.ts'

/** Whether nginx is here; without it a test says so and is skipped. */
export const hasNginx = Bun.which('nginx') !== null
if (!hasNginx) console.error('NO nginx: what stands in front of a site is NOT LOOKED AT.')

/** A site, and nginx in front of it by the configuration that `tapedeck nginx` prints. */
export type Fronted = AsyncDisposable & {
  svc: TestServer
  url: string
  printed: string
  /** Ends the site; nginx stays. */
  leave(): Promise<void>
  ask(path: string, init?: RequestInit): Promise<Response>
}

/** A running nginx. `folder`: its own, with all that it keeps. Ends with its scope. */
export type TestNginx = AsyncDisposable & { pid: number; folder: string; isRunning(): boolean }

/** Starts nginx with a configuration as `tapedeck nginx` prints it. */
export async function startNginx(printed: string, command: readonly string[] = ['nginx']): Promise<TestNginx> {
  const folder = temporaryFolder()
  // Its own folders alone are elsewhere: those of the machine may belong to another nginx.
  const folders = ['/var/cache/nginx', '/var/log/nginx', '/run/']
  const moved = folders.reduce((said, name) => said.replaceAll(name, `${folder.path}${name}`), printed)
  const text = await withCertificate(moved, folder.path)
  for (const name of folders) mkdirSync(join(folder.path, name), { recursive: true })
  const file = join(folder.path, 'nginx.conf')
  await Bun.write(file, text)
  const child = Bun.spawn(
    [...command, '-p', folder.path, '-c', file, '-e', join(folder.path, 'error.log'), '-g', 'daemon off;'],
    { stdout: 'ignore', stderr: 'inherit' },
  )
  return {
    pid: child.pid,
    folder: folder.path,
    isRunning: () => child.exitCode === null,
    async [Symbol.asyncDispose]() {
      child.kill()
      await child.exited
      folder[Symbol.dispose]()
    },
  }
}

const certificates = '/etc/letsencrypt/live'

/**
 * Puts a certificate where an https configuration looks for one, and takes another port than 80,
 * which may be in use.
 */
async function withCertificate(text: string, folder: string): Promise<string> {
  const [, hostname] = new RegExp(`${certificates}/([^/]+)/`).exec(text) ?? []
  if (hostname === undefined) return text
  const dir = join(folder, certificates, hostname)
  mkdirSync(dir, { recursive: true })
  const { cert, key } = await selfSigned(hostname)
  await Bun.write(join(dir, 'fullchain.pem'), cert)
  await Bun.write(join(dir, 'privkey.pem'), key)
  const plain = `${freePort()}`
  return text.replaceAll(certificates, join(folder, certificates)).replace(/(listen (?:\[::\]:)?)80;/g, `$1${plain};`)
}

/** Starts a site and nginx: `await using front = await startFronted(env)`. */
export async function startFronted(env: Record<string, string> = {}, options: ServerOptions = {}): Promise<Fronted> {
  const { BASE_URL: url = `http://localhost:${freePort()}` } = env
  const accel = { ACCEL: 'nginx', TRUSTED_PROXIES: '127.0.0.1', BASE_URL: url, ...env }
  const svc = await startServer({ ...options, env: accel })
  const { port } = new URL(svc.url)
  const config = readConfig({ ...accel, HOST: '127.0.0.1', PORT: port, DATA_DIR: svc.dataDir })
  const lines: string[] = []
  const away = await v1Error('INTEGRATION_FAILURE', requestIdVariable, {}).text()
  const machine = { selfCommand: program, pids: { own: 1, isAlive: () => true } }
  await nginxCommand(
    config,
    machine,
    away,
    (line) => lines.push(line),
    () => {},
  )
  const printed = lines.join('\n')
  const nginx = await startNginx(printed)
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(path.startsWith('http') ? path : url + path, {
      redirect: 'manual',
      tls: { rejectUnauthorized: false },
      ...init,
    })
  await until(
    () =>
      ask('/healthz').then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 200 || !nginx.isRunning(),
  )
  let isThere = true
  const leave = async () => {
    if (isThere) await svc[Symbol.asyncDispose]()
    isThere = false
  }
  return {
    svc,
    leave,
    url,
    printed,
    ask,
    async [Symbol.asyncDispose]() {
      await nginx[Symbol.asyncDispose]()
      await leave()
    },
  }
}
