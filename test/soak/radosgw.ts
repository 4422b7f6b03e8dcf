import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../support/process.ts'

/**
 * The tests of files in a bucket against the S3 gateway of Ceph, which checks each signature: a monitor, one store in memory
 * and the gateway, of Debian's packages ceph-mon, ceph-osd and radosgw. `bun test/soak/radosgw.ts`.
 */
const tools = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph', 'ceph-authtool', 'monmaptool', 'radosgw-admin']
const missing = tools.filter((tool) => Bun.which(tool) === null)
if (missing.length > 0) {
  console.error(`Not here: ${missing.join(', ')}. apt-get install ceph-mon ceph-osd radosgw`)
  process.exit(1)
}

const tests = ['bucket', 'bucket-work', 'bucket-move', 'nginx'].map((name) => `test/platform/${name}.test.ts`)
const [port, monitor] = [7_480, 7_481]
using folder = temporaryFolder()
const at = (name: string) => join(folder.path, name)
const fsid = crypto.randomUUID()

const settings = `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monitor}]
ms bind msgr1 = false
keyring = ${at('keyring')}
run dir = ${folder.path}
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

/** Runs one of Ceph's programs to its end and returns what it says. */
async function run(tool: string, ...args: string[]): Promise<string> {
  const own = tool === 'ceph-authtool' || tool === 'monmaptool' ? [] : ['-c', at('ceph.conf')]
  const child = Bun.spawn([tool, ...own, ...args], { stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' })
  const said = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${tool} ${args.join(' ')} failed.`)
  return said
}

const running: Bun.Subprocess[] = []
const start = (tool: string, ...args: string[]) =>
  void running.push(Bun.spawn([tool, '-c', at('ceph.conf'), ...args, '-f'], { stdout: 'ignore', stderr: 'ignore' }))

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo().catch(() => false)); tries += 1) {
    if (tries > 200) throw new Error('Ceph did not start.')
    await Bun.sleep(300)
  }
}

/** A bucket is made as if it were an object of its server. */
async function makeBucket(): Promise<void> {
  const keys = { accessKeyId: 'tapekey', secretAccessKey: 'tapesecret', region: 'us-east-1' }
  const server = new Bun.S3Client({
    ...keys,
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'x',
    virtualHostedStyle: true,
  })
  const { status } = await fetch(server.presign('music', { method: 'PUT' }), { method: 'PUT' })
  if (status !== 200) throw new Error(`The bucket was not made: ${status}.`)
}

let code = 1
try {
  for (const name of ['mon', 'osd']) mkdirSync(at(name))
  await Bun.write(at('ceph.conf'), settings)
  await run('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, at('monmap'))
  await run('ceph-authtool', '--create-keyring', at('keyring'), '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
  const all = ['mon', 'osd', 'mgr'].flatMap((what) => ['--cap', what, 'allow *'])
  await run('ceph-authtool', at('keyring'), '--gen-key', '-n', 'client.admin', ...all)
  await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', at('monmap'), '--keyring', at('keyring'))
  start('ceph-mon', '-i', 'a')
  const osd = crypto.randomUUID()
  await until(async () => (await run('ceph', 'osd', 'new', osd, '0')).length > 0)
  const profile = ['mon', 'allow profile osd', 'osd', 'allow *']
  await Bun.write(at('osd.keyring'), await run('ceph', 'auth', 'get-or-create', 'osd.0', ...profile))
  await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd)
  start('ceph-osd', '-i', '0')
  await until(async () => (await run('ceph', 'osd', 'stat')).includes('1 up'))
  const user = ['--uid=tape', '--display-name=tape', '--access-key=tapekey', '--secret-key=tapesecret']
  await run('radosgw-admin', '-n', 'client.admin', 'user', 'create', ...user)
  start('radosgw', '-n', 'client.admin')
  await until(async () => (await fetch(`http://127.0.0.1:${port}/`)).ok)
  await makeBucket()
  const env = { ...Bun.env, TAPEDECK_TEST_RADOSGW: String(port) }
  const tested = Bun.spawn([process.execPath, 'test', '--timeout', '60000', ...tests], {
    ...{ cwd: join(import.meta.dir, '../..'), env, stdout: 'inherit', stderr: 'inherit' },
  })
  code = await tested.exited
} finally {
  for (const child of running.toReversed()) child.kill('SIGKILL')
  await Promise.all(running.map((child) => child.exited))
}
process.exitCode = code
