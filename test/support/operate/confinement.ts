import { chmodSync, linkSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { inTree } from '../tree.ts'

/** The user, folders and mounts that the program is given by a supervisor. */
export type Confinement = {
  user: string
  workingDir: string
  /** The folders that it may write to; all else is read-only. */
  writable: readonly string[]
  /** The folders that it finds empty. */
  hidden: readonly string[]
  temporary: readonly string[]
}

// All of its files may be changed, and what is changed goes with the process.
const machine = `set -e
umask 022
mount -t tmpfs none "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay none -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
for name in proc dev sys; do mount --rbind "/$name" "$1/root/$name"; done
of_test="$1/root/var/of-test"
mkdir -p "$of_test/download" "$of_test/bin"
mount --bind "$2" "$of_test/download"
mount --bind "$3" "$of_test/bin"
exec chroot "$1/root" sh -c 'echo ready; exec sleep infinity'`

// As the manual of systemd says of ProtectSystem=strict: all but /dev, /proc and /sys is read-only.
const confined = `set -e
user=$1; dir=$2; writable=$3; hidden=$4; temporary=$5; shift 5
for path in $writable; do mount --bind "$path" "$path"; done
for path in $temporary; do mount -t tmpfs -o mode=1777 none "$path"; done
for path in $hidden; do if [ -d "$path" ]; then mount -t tmpfs -o mode=000,ro none "$path"; fi; done
cut -d ' ' -f 5 /proc/self/mountinfo | sort -u | while read -r at; do
  case $at in /dev|/dev/*|/proc|/proc/*|/sys|/sys/*) continue ;; esac
  case " $writable $temporary $hidden " in *" $at "*) continue ;; esac
  mount -o remount,bind,ro "$at"
done
cd "$dir"
umask 077
exec setpriv --reuid "\${user%:*}" --regid "\${user#*:}" --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs "$@"`

const tried =
  'mount -t tmpfs none /tmp && mkdir /tmp/a /tmp/b /tmp/c && mount -t overlay none -o lowerdir=/,upperdir=/tmp/a,workdir=/tmp/b /tmp/c && chroot /tmp/c setpriv --version'

/** Whether this machine lets a test have mounts and users of its own. */
export const canConfine =
  ['unshare', 'nsenter', 'setpriv', 'useradd'].every((name) => Bun.which(name) !== null) &&
  Bun.spawnSync(['unshare', '-m', 'sh', '-c', tried]).success

/**
 * A machine of its own as far as its files go, on which the steps of a guide are followed, with a
 * download in which `executable` is the program.
 */
export async function openMachine(folder: string, executable: string) {
  const put = async (name: string, text: string) => {
    await Bun.write(join(folder, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  for (const name of ['systemctl', 'journalctl', 'docker']) await put(`bin/${name}`, 'exit 0')
  await put('bin/sudo', 'exec "$@"')
  await Bun.write(join(folder, 'download/tapedeck.service'), Bun.file(inTree('install/tapedeck.service')))
  await Bun.write(join(folder, 'download/install/compose.yaml'), Bun.file(inTree('install/compose.yaml')))
  mkdirSync(join(folder, 'mounts'))
  linkSync(executable, join(folder, 'download/tapedeck'))
  const bound = [join(folder, 'download'), join(folder, 'bin')]
  const holder = Bun.spawn(['unshare', '-m', 'sh', '-c', machine, 'sh', join(folder, 'mounts'), ...bound], {
    stdout: 'pipe',
  })
  const first = await holder.stdout.getReader().read()
  if (!first.value) throw new Error('the machine has no files of its own')
  const enter = ['nsenter', '-t', String(holder.pid), '-m', '-r', '-w']
  return {
    /** Runs commands of a shell, as root does in the folder of the download. */
    async run(steps: string): Promise<string> {
      const env = { ...Bun.env, PATH: `/var/of-test/bin:${Bun.env.PATH}` }
      const cmd = [...enter, 'sh', '-e', '-c', `umask 022; cd /var/of-test/download\n${steps}`]
      const child = Bun.spawn(cmd, { env, stdout: 'pipe', stderr: 'pipe' })
      const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
      if ((await child.exited) !== 0) throw new Error(`${steps}\n${err}`)
      return out
    },
    /** Returns the beginning of a command that runs another one confined. */
    inside: ({ user, workingDir, ...lists }: Confinement): string[] => [
      ...[...enter, 'unshare', '-m', 'sh', '-c', confined, 'sh', user, workingDir],
      ...[lists.writable, lists.hidden, lists.temporary].map((paths) => paths.join(' ')),
    ],
    async [Symbol.asyncDispose]() {
      holder.kill()
      await holder.exited
    },
  }
}

/** The directives of a unit of systemd that say something of files. */
const ofFiles = [
  'User',
  'StateDirectory',
  'WorkingDirectory',
  'Environment',
  'ProtectSystem',
  'ProtectHome',
  'PrivateTmp',
  'ReadWritePaths',
]
const ofOthers =
  /^(?:Description|Documentation|Wants|After|WantedBy|StateDirectoryMode|UMask|EnvironmentFile|ExecStart|Restart|AmbientCapabilities|CapabilityBoundingSet|NoNewPrivileges|Private|Device|Protect|Restrict|Lock|Remove|Keyring|SystemCall)/

/** Returns how a unit of systemd and its drop-ins confine a program. */
export function confinementOfUnit(text: string): Confinement & { env: Record<string, string> } {
  const said = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/^(\w+)=(.*)$/gm)) {
    if (!ofFiles.includes(name) && !ofOthers.test(name)) throw new Error(`${name}= is not known here`)
    said.set(name, said.has(name) && name !== 'ExecStart' ? `${said.get(name)} ${value}` : value)
  }
  if (said.get('ProtectSystem') !== 'strict' || said.get('ProtectHome') !== 'yes' || said.get('PrivateTmp') !== 'yes')
    throw new Error('the unit is confined otherwise than is known here')
  const state = `/var/lib/${said.get('StateDirectory')}`
  const user = said.get('User') ?? ''
  return {
    user: `${user}:${user}`,
    workingDir: said.get('WorkingDirectory') ?? '/',
    writable: [state, ...(said.get('ReadWritePaths')?.split(' ') ?? [])],
    hidden: ['/home', '/root', '/run/user'],
    temporary: ['/tmp', '/var/tmp'],
    env: Object.fromEntries((said.get('Environment') ?? '').split(' ').map((each) => each.split('=', 2))),
  }
}

const Compose = t.Object({
  services: t.Object({
    tapedeck: t.Object({
      user: t.String(),
      read_only: t.Literal(true),
      tmpfs: t.Array(t.String()),
      volumes: t.Array(t.String()),
    }),
  }),
})

/** Returns how a service of Docker Compose is confined, and what is mounted where. */
export function confinementOfCompose(text: string): Confinement & { mounts: { from: string; to: string }[] } {
  const { user, tmpfs, volumes } = Value.Decode(Compose, Bun.YAML.parse(text)).services.tapedeck
  const mounts = volumes.map((each) => each.split(':')).map(([from = '', to = '']) => ({ from, to }))
  return { user, workingDir: '/', writable: mounts.map(({ to }) => to), hidden: [], temporary: tmpfs, mounts }
}
