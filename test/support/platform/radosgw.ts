import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../process.ts'
import { freePort } from '../room/redis.ts'

const tools = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph', 'ceph-authtool', 'monmaptool', 'radosgw-admin']
const missing = tools.filter((tool) => Bun.which(tool) === null)

/**
 * The programs that are missing for a gateway of Ceph, and how to get it; undefined where all is
 * there.
 */
export const noRadosgw =
  missing.length > 0 ? `Not here: ${missing.join(', ')}. apt-get install ceph-mon ceph-osd radosgw` : undefined

/** The keys of its only user, and the name of its only bucket. */
export const ceph = { accessKeyId: 'tapekey', secretAccessKey: 'tapesecret', bucket: 'music' }

/**
 * The S3 gateway of Ceph, which checks each signature and knows conditional writes. Ends with its
 * scope.
 */
export type Radosgw = AsyncDisposable & { readonly port: number }

/**
 * Starts a monitor, one store in memory and the gateway, of Debian's packages ceph-mon, ceph-osd
 * and radosgw, with an empty bucket.
 */
export async function startRadosgw(): Promise<Radosgw> {
  const folder = temporaryFolder()
  const running: Bun.Subprocess[] = []
  const end = async () => {
    for (const child of running.toReversed()) child.kill('SIGKILL')
    await Promise.all(running.map((child) => child.exited))
    folder[Symbol.dispose]()
  }
  try {
    const port = await start(folder.path, running)
    return { port, [Symbol.asyncDispose]: end }
  } catch (error) {
    await end()
    throw error
  }
}

async function start(folder: string, running: Bun.Subprocess[]): Promise<number> {
  const [port, monitor] = [freePort(), freePort()]
  const at = (name: string) => join(folder, name)
  const fsid = crypto.randomUUID()

  /** Runs one of Ceph's programs to its end and returns what it says. */
  async function run(tool: string, ...args: string[]): Promise<string> {
    const own = tool === 'ceph-authtool' || tool === 'monmaptool' ? [] : ['-c', at('ceph.conf')]
    const child = Bun.spawn([tool, ...own, ...args], { stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' })
    const said = await new Response(child.stdout).text()
    if ((await child.exited) !== 0) throw new Error(`${tool} ${args.join(' ')} failed.`)
    return said
  }
  const begin = (tool: string, ...args: string[]) =>
    void running.push(Bun.spawn([tool, '-c', at('ceph.conf'), ...args, '-f'], { stdout: 'ignore', stderr: 'ignore' }))

  for (const name of ['mon', 'osd']) mkdirSync(at(name))
  await Bun.write(at('ceph.conf'), settings({ at, fsid, port, monitor }))
  await run('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, at('monmap'))
  await run('ceph-authtool', '--create-keyring', at('keyring'), '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
  const all = ['mon', 'osd', 'mgr'].flatMap((what) => ['--cap', what, 'allow *'])
  await run('ceph-authtool', at('keyring'), '--gen-key', '-n', 'client.admin', ...all)
  await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', at('monmap'), '--keyring', at('keyring'))
  begin('ceph-mon', '-i', 'a')
  const osd = crypto.randomUUID()
  await until(async () => (await run('ceph', 'osd', 'new', osd, '0')).length > 0)
  const profile = ['mon', 'allow profile osd', 'osd', 'allow *']
  await Bun.write(at('osd.keyring'), await run('ceph', 'auth', 'get-or-create', 'osd.0', ...profile))
  await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd)
  begin('ceph-osd', '-i', '0')
  await until(async () => (await run('ceph', 'osd', 'stat')).includes('1 up'))
  const user = ['--uid=tape', '--display-name=tape', `--access-key=${ceph.accessKeyId}`]
  await run('radosgw-admin', '-n', 'client.admin', 'user', 'create', ...user, `--secret-key=${ceph.secretAccessKey}`)
  begin('radosgw', '-n', 'client.admin')
  await until(async () => (await fetch(`http://127.0.0.1:${port}/`)).ok)
  await makeBucket(port)
  return port
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo().catch(() => false)); tries += 1) {
    if (tries > 200) throw new Error('Ceph did not start.')
    await Bun.sleep(300)
  }
}

/** A bucket is made as if it were an object of its server. */
async function makeBucket(port: number): Promise<void> {
  const { accessKeyId, secretAccessKey, bucket } = ceph
  const endpoint = `http://127.0.0.1:${port}`
  const keys = { accessKeyId, secretAccessKey, region: 'us-east-1', virtualHostedStyle: true }
  const server = new Bun.S3Client({ ...keys, endpoint, bucket: 'x' })
  const { status } = await fetch(server.presign(bucket, { method: 'PUT' }), { method: 'PUT' })
  if (status !== 200) throw new Error(`The bucket was not made: ${status}.`)
}

type Settings = { at: (name: string) => string; fsid: string; port: number; monitor: number }

const settings = ({ at, fsid, port, monitor }: Settings) => `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monitor}]
ms bind msgr1 = false
keyring = ${at('keyring')}
run dir = ${at('.')}
admin socket = ${at('$name.asok')}
log file = ${at('$name.log')}
mon cluster log file = ${at('cluster.log')}
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 1073741824
mon max pg per osd = 1000
[mon.a]
mon data = ${at('mon')}
[osd.0]
osd data = ${at('osd')}
keyring = ${at('osd.keyring')}
[client.admin]
rgw frontends = beast endpoint=127.0.0.1:${port}
`
