import { expect, test } from 'bun:test'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { hasNginx } from '../../support/platform/nginx.ts'
import { temporaryFolder } from '../../support/process.ts'
import { program } from '../../support/program.ts'
import { startServer } from '../../support/server.ts'
import { inTree } from '../../support/tree.ts'

// Everything below /etc and /var is the machine's own, and what is written there goes with the
// process.
const asInstalled = `set -e
mount -t tmpfs none "$1"
for name in etc var; do
  mkdir -p "$1/$name" "$1/work-$name"
  mount -t overlay none -o "lowerdir=/$name,upperdir=$1/$name,workdir=$1/work-$name" "/$name"
done
rm -rf /var/cache/nginx
mkdir -p /var/lib/tapedeck
printf '%s\\n' "$2" > /etc/tapedeck.env
chmod 644 /etc/nginx/nginx.conf
set +e
. /dev/stdin
echo "rc $?"
stat -c '%a %U' /etc/nginx/nginx.conf
grep -c tapedeck /etc/nginx/nginx.conf`

const tried =
  'mount -t tmpfs none /tmp && mkdir /tmp/a /tmp/b && mount -t overlay none -o lowerdir=/etc,upperdir=/tmp/a,workdir=/tmp/b /etc'
const canMount = Bun.which('unshare') !== null && Bun.spawnSync(['unshare', '-m', 'sh', '-c', tried]).success
if (!canMount) console.error('NO mounts of its own: the guide’s steps for nginx are NOT WALKED.')

test.skipIf(!hasNginx)(
  'the steps of the guide put nginx in front of a site on Debian as they are written, and its configuration is root’s alone',
  async () => {
    // Not skipped: where nobody may mount, no machine with nginx could ever run all tests.
    if (!canMount) return
    const guide = await Bun.file(inTree('public/guide/growing.md')).text()
    const [, steps = ''] = /```sh\n([^`]*tapedeck nginx[^`]*)```/.exec(guide) ?? []
    await using svc = await startServer({ env: { ACCEL: 'nginx', TRUSTED_PROXIES: '127.0.0.1' } })
    using folder = temporaryFolder()
    const put = async (name: string, text: string) => {
      await Bun.write(join(folder.path, name), `#!/bin/sh\n${text}\n`)
      chmodSync(join(folder.path, name), 0o755)
    }
    await put('tapedeck', `exec ${program.map((part) => `'${part}'`).join(' ')} "$@"`)
    await put('systemctl', 'exec test "$*" = "restart nginx"')
    const settings = `DATA_DIR=${svc.dataDir}\nBASE_URL=${svc.ctx.site.origin}\nACCEL=nginx\nTRUSTED_PROXIES=127.0.0.1`
    const mounts = join(folder.path, 'mounts')
    await Bun.$`mkdir ${mounts}`
    const child = Bun.spawn(['unshare', '-m', 'sh', '-c', asInstalled, 'sh', mounts, settings], {
      stdin: Buffer.from(steps),
      stdout: 'pipe',
      stderr: 'pipe',
      env: { ...Bun.env, PATH: `${folder.path}:${Bun.env.PATH}` },
    })
    const said = await Promise.all([child.stdout, child.stderr].map((stream) => new Response(stream).text()))
    expect(said).toEqual([
      expect.stringMatching(/^rc 0\n600 root\n[1-9]/),
      expect.stringContaining('test is successful'),
    ])
  },
)
