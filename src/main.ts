import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandLine, readCommandLine, readDomainOption } from './command/arguments.ts'
import { help } from './command/help.ts'
import { readConfig } from './config.ts'
import { unusableDisk } from './lib/unusable-file.ts'
import { version } from './version.ts'

const errorsForReaders = new Set([
  'ConfigError',
  'FolderInUseError',
  'NewerDatabaseError',
  'PortError',
  'UnusableFileError',
  'UsageError',
])

// What runs, also after its file was replaced or removed. Elsewhere than on Linux only the path is known.
const runningFile = existsSync('/proc/self/exe') ? '/proc/self/exe' : process.execPath

const machine = {
  selfCommand: Bun.isStandaloneExecutable ? [runningFile] : [process.execPath, Bun.main],
  pids: { own: process.pid, isAlive },
  program: Bun.main,
}

/** All commands, each loading only what it needs: a media child must not open the database. */
const commands: Record<string, (args: CommandLine['args']) => Promise<number | undefined>> = {
  async serve(args) {
    const { startServing } = await import('./command/start-serving.ts')
    const { announce } = await import('./command/announce.ts')
    const { refuseDemoFolder } = await import('./demo/demo-folder.ts')
    const config = readConfig(process.env, 'BASE_URL', readDomainOption(args))
    refuseDemoFolder(config.dataDir)
    const { ctx, running } = await startServing(config, machine)
    onStopSignal(running.stop)
    announce(ctx, running, console.log)
    return undefined
  },
  async demo(args) {
    const { startDemo } = await import('./demo/start-demo.ts')
    const running = await startDemo({
      env: process.env,
      machine,
      isFresh: args.includes('--fresh'),
      print: console.log,
    })
    onStopSignal(running.stop)
    return undefined
  },
  async owner(args) {
    const { ownerCommand } = await import('./command/owner.ts')
    return ownerCommand(readConfig(process.env), machine, args[0], console.log)
  },
  async password(args) {
    const { passwordCommand } = await import('./command/password.ts')
    return passwordCommand(readConfig(process.env), machine, args[0], console.log)
  },
  async passkeys(args) {
    const { passkeysCommand } = await import('./command/passkeys.ts')
    return passkeysCommand(readConfig(process.env), machine, args[0], console.log)
  },
  async email(args) {
    const { emailCommand } = await import('./command/email.ts')
    return emailCommand(readConfig(process.env), machine, args, console.log)
  },
  async backup(args) {
    const { backupCommand } = await import('./command/backup.ts')
    return backupCommand(readConfig(process.env), args[0], console.log)
  },
  async restore(args) {
    const { restoreCommand } = await import('./command/restore.ts')
    return restoreCommand(readConfig(process.env), machine, args[0], console.log)
  },
  async doctor(args) {
    const { doctorCommand } = await import('./command/doctor.ts')
    const how = { fix: args.includes('--fix'), deep: args.includes('--deep'), all: args.includes('--all') }
    return doctorCommand(readConfig(process.env), machine, how, console.log)
  },
  async keys(args) {
    const { keysCommand } = await import('./command/keys.ts')
    return keysCommand(readConfig(process.env), machine, args[0], console.log)
  },
  async verify(args) {
    const { verifyCommand } = await import('./command/verify.ts')
    return verifyCommand(args, console.log)
  },
  async licenses() {
    const { readLicenses } = await import('./web/read-licenses.ts')
    console.log(await readLicenses())
    return 0
  },
  /** `bun run dev`: serves the data folder, or the demo while that has no database. */
  async __dev() {
    const { dataDir } = readConfig(process.env)
    if (existsSync(join(dataDir, 'tapedeck.db'))) return commands.serve?.([])
    console.log(`${dataDir} has no database yet, so this is the demo. To begin an empty one: bun src/main.ts serve`)
    return commands.demo?.([])
  },
  async __media(args) {
    const { mediaChild } = await import('./audio/ingest/media-child.ts')
    await Bun.write(Bun.stdout, await mediaChild(args[0] ?? ''))
    return 0
  },
  async __pack() {
    const { packChild } = await import('./download/pack-child.ts')
    await Bun.write(Bun.stdout, await packChild(await Bun.stdin.text()))
    return 0
  },
  async __render(args) {
    const { renderChild } = await import('./demo/render.ts')
    await renderChild(args)
    return 0
  },
  '--help': async () => print(help),
  '-h': async () => print(help),
  '--version': async () => print(version),
}

function print(text: string): number {
  console.log(text)
  return 0
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Stops gracefully on SIGTERM or Ctrl-C; a second signal ends the process at once. */
function onStopSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      await stop()
      process.exit(0)
    })
  }
}

async function main(): Promise<void> {
  if (!Bun.isMainThread) return (await import('./test-processor/thread.ts')).runThread()
  // Files of this program and its children are for its user only.
  process.umask(0o077)
  const { command, args } = readCommandLine(Bun.argv.slice(2))
  const exitCode = await commands[command]?.(args)
  if (exitCode !== undefined) process.exit(exitCode)
}

// Not awaited at the top level: Bun's bytecode, which halves the start, does not support that.
main().catch((thrown: unknown) => {
  const path = thrown instanceof Error && 'path' in thrown ? String(thrown.path) : 'The data folder'
  const error = unusableDisk(path, thrown) ?? thrown
  const isForReader = error instanceof Error && errorsForReaders.has(error.name)
  console.error(isForReader || !(error instanceof Error) ? String(error) : (error.stack ?? error.message))
  process.exit(1)
})
