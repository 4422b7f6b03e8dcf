import { help } from './command/help.ts'
import { ConfigError, readConfig } from './config.ts'
import { unusableDisk } from './lib/unusable-file.ts'
import { version } from './version.ts'

const [command = 'serve', ...args] = Bun.argv.slice(2)

const errorsForReaders = new Set(['ConfigError', 'NewerDatabaseError', 'PortTakenError', 'UnusableFileError'])

const machine = {
  selfCommand: Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, Bun.main],
  pids: { own: process.pid, isAlive },
  program: Bun.main,
}

/** Every command, each loading only what it needs: a media child must not open the database. */
const commands: Record<string, () => Promise<number | undefined>> = {
  async serve() {
    const { startServing } = await import('./command/start-serving.ts')
    const { announce } = await import('./command/announce.ts')
    const { ctx, running } = await startServing(readConfig(process.env), machine)
    onStopSignal(running.stop)
    announce(ctx, running, console.log)
    return undefined
  },
  async demo() {
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
  async owner() {
    const { ownerCommand } = await import('./command/owner.ts')
    return ownerCommand(readConfig(process.env), machine, args[0], console.log)
  },
  async doctor() {
    const { doctorCommand } = await import('./command/doctor.ts')
    const how = { fix: args.includes('--fix'), deep: args.includes('--deep') }
    return doctorCommand(readConfig(process.env), machine, how, console.log)
  },
  async licenses() {
    const { readLicenses } = await import('./web/read-licenses.ts')
    console.log(await readLicenses())
    return 0
  },
  async __media() {
    const { mediaChild } = await import('./audio/ingest/media-child.ts')
    await Bun.write(Bun.stdout, await mediaChild(args[0] ?? ''))
    return 0
  },
  async __pack() {
    const { packChild } = await import('./download/pack-child.ts')
    await Bun.write(Bun.stdout, await packChild(await Bun.stdin.text()))
    return 0
  },
  async __render() {
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

/** Stops once on SIGTERM or Ctrl-C; a second signal ends the process at once. */
function onStopSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      await stop()
      process.exit(0)
    })
  }
}

async function main(): Promise<void> {
  if (!Bun.isMainThread) return (await import('./payment/test-processor/thread.ts')).runThread()
  const run = commands[command]
  if (!run) throw new ConfigError([{ name: command, problem: 'is not a command; try tapedeck --help' }])
  const exitCode = await run()
  if (exitCode !== undefined) process.exit(exitCode)
}

// Not awaited at the top level: bytecode, which halves the start, does not bear it.
main().catch((thrown: unknown) => {
  const path = thrown instanceof Error && 'path' in thrown ? String(thrown.path) : 'The data folder'
  const error = unusableDisk(path, thrown) ?? thrown
  const isForReader = error instanceof Error && errorsForReaders.has(error.name)
  console.error(isForReader || !(error instanceof Error) ? String(error) : (error.stack ?? error.message))
  process.exit(1)
})
