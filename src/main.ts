import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from './config.ts'
import type { Ctx } from './context.ts'
import { diskInWords, openedAt } from './lib/file/unusable-file.ts'
import { endWithParent } from './lib/turn/end-with-parent.ts'
import { errorsForReaders } from './operate/command/errors-for-readers.ts'
import type { Started } from './operate/command/start-serving.ts'
import { type CommandLine, readCommandLine, readDomainOption } from './operate/command-line/arguments.ts'
import { environmentOfSite } from './operate/site-folder/site-environment.ts'
import { devCommand } from './platform/client/client-dir.ts'
import { version } from './platform/version.ts'

// The running program, even if its file was replaced. Outside Linux only the path is known.
const runningFile = existsSync('/proc/self/exe') ? '/proc/self/exe' : process.execPath

function usage() {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss() }
}

const machine = {
  selfCommand: Bun.isStandaloneExecutable ? [runningFile] : [process.execPath, Bun.main],
  pids: { own: process.pid, isAlive },
  program: Bun.main,
  usage,
  env: process.env,
}

/** All commands, each loading only what it needs: a media child must not open the database. */
const commands: Record<string, (args: CommandLine['args']) => Promise<number | undefined>> = {
  async serve(args) {
    const { startServing } = await import('./operate/command/start-serving.ts')
    const { printAddresses } = await import('./operate/command/announce.ts')
    const { refuseDemoFolder } = await import('./demo/demo-folder.ts')
    const config = readConfig(process.env, 'BASE_URL', readDomainOption(args))
    refuseDemoFolder(config.dataDir)
    const started = await startServing(config, machine)
    whenToStop(started)
    printAddresses(started.ctx, started.running, console.log)
    return undefined
  },
  async demo(args) {
    const { startDemo } = await import('./demo/start-demo.ts')
    whenToStop(await startDemo({ env: process.env, machine, isFresh: args.includes('--fresh'), print: console.log }))
    return undefined
  },
  async edge() {
    const { readEdgeConfig } = await import('./platform/edge/config.ts')
    const { serveEdge } = await import('./platform/edge/serve-edge.ts')
    const running = serveEdge(readEdgeConfig(process.env), usage, (line) => console.error(line))
    whenToStop({ running, lost: new Promise(() => {}) })
    console.log(`listening on ${running.url}`)
    return undefined
  },
  async owner(args) {
    const { ownerCommand } = await import('./operate/command/account/owner.ts')
    return ownerCommand(configOfSite(), machine, args[0], console.log)
  },
  async password(args) {
    const { passwordCommand } = await import('./operate/command/account/password.ts')
    return passwordCommand(configOfSite(), machine, args[0], console.log)
  },
  async passkeys(args) {
    const { passkeysCommand } = await import('./operate/command/account/passkeys.ts')
    return passkeysCommand(configOfSite(), machine, args[0], console.log)
  },
  async email(args) {
    const { emailCommand } = await import('./operate/command/account/email.ts')
    return emailCommand(configOfSite(), machine, args, console.log)
  },
  async bounces() {
    const { bouncesCommand } = await import('./operate/command/account/bounces.ts')
    return bouncesCommand(configOfSite(), machine, new Response(Bun.stdin.stream()), console.log)
  },
  async import(args) {
    const { importCommand } = await import('./operate/command/import/import.ts')
    return importCommand(configOfSite(), machine, args, console.log)
  },
  async backup(args) {
    const { backupCommand } = await import('./operate/command/backup.ts')
    const env = siteEnv()
    return backupCommand(readConfig(env), { ...machine, env }, args, console.log)
  },
  async restore(args) {
    const { restoreCommand } = await import('./operate/command/restore.ts')
    return restoreCommand(
      readConfig(process.env),
      { ...machine, ask: (words) => (process.stdin.isTTY ? prompt(words) : null) },
      args,
      console.log,
    )
  },
  async promote() {
    const { promoteCommand } = await import('./operate/command/promote.ts')
    return promoteCommand(configOfSite(), machine, console.log)
  },
  async doctor(args) {
    const { doctorCommand } = await import('./operate/command/doctor.ts')
    const how = { fix: args.includes('--fix'), deep: args.includes('--deep'), all: args.includes('--all') }
    return doctorCommand(configOfSite(), machine, how, console.log)
  },
  async rehearse(args) {
    const { rehearseCommand } = await import('./operate/command/rehearse.ts')
    return rehearseCommand(readConfig(process.env), machine, args[0], console.log)
  },
  async blobs(args) {
    const { blobsCommand } = await import('./operate/command/blobs.ts')
    return blobsCommand(configOfSite(), machine, args, console.log)
  },
  async nginx() {
    const { nginxCommand, requestIdVariable } = await import('./operate/command/nginx.ts')
    const { v1Error } = await import('./machine/public-v1/envelope.ts')
    const away = await v1Error('INTEGRATION_FAILURE', requestIdVariable, {}).text()
    return nginxCommand(configOfSite(), machine, away, console.log, console.error)
  },
  async keys(args) {
    const { keysCommand } = await import('./operate/command/keys.ts')
    return keysCommand(configOfSite(), machine, args[0], console.log)
  },
  async secrets(args) {
    const { secretsCommand } = await import('./operate/command/secrets.ts')
    return secretsCommand(configOfSite(), machine, args, console.log)
  },
  async verify(args) {
    const { verifyCommand } = await import('./operate/command/verify/verify.ts')
    return verifyCommand(args, console.log)
  },
  async upgrade(args) {
    const { upgradeCommand } = await import('./operate/upgrade/program/upgrade-command.ts')
    return upgradeCommand(readConfig(siteEnv()), handsOf(), args, console.log)
  },
  async __upgrade(args) {
    const { upgradeForDesk } = await import('./operate/upgrade/program/upgrade-for-desk.ts')
    return upgradeForDesk(readConfig(siteEnv()), handsOf(), args)
  },
  __door: async (args) =>
    (await import('./operate/upgrade/program/door.ts')).doorCommand(args, Bun.stdin.text(), console.log),
  async __try() {
    const { tryProgram } = await import('./operate/command/try-program.ts')
    const { createAnswers, createApp } = await import('./app.ts')
    const open = async (ctx: Ctx) =>
      Bun.serve({ ...createAnswers(ctx, await createApp(ctx)), hostname: '127.0.0.1', port: 0 })
    return tryProgram(readConfig(process.env), machine, open, console.log)
  },
  async 'verify-release'(args) {
    const { verifyProgramCommand } = await import('./operate/upgrade/program/verify-program.ts')
    return verifyProgramCommand(process.execPath, args, console.log)
  },
  licenses: async () => print(await (await import('./web/read-licenses.ts')).readLicenses()),
  /** `bun run dev`: serves the site of `__dev-site`, and restarts it after a source's change. */
  async __dev() {
    if (Bun.isStandaloneExecutable) return commands[devCommand]?.([])
    const { runOnChange } = await import('./platform/build/run-on-change.ts')
    const folders = ['.', '../db', '../public'].map((folder) => join(import.meta.dir, folder))
    const end = runOnChange([process.execPath, join(import.meta.dir, 'main.ts'), devCommand], folders)
    await new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
    })
    await end()
    return 0
  },
  /** Serves the data folder, or the demo while that has no database. */
  async [devCommand]() {
    const { dataDir } = readConfig(process.env)
    if (existsSync(join(dataDir, 'tapedeck.db'))) return commands.serve?.([])
    console.log(`${dataDir} has no database yet, so this is the demo. To begin an empty one: bun src/main.ts serve`)
    return commands.demo?.([])
  },
  async __backup([work]) {
    const { backupChild } = await import('./operate/command/backup-child.ts')
    return answer(await backupChild(configOfSite(), machine, work))
  },
  __doctor: async () =>
    answer(await (await import('./operate/command/doctor.ts')).doctorChild(configOfSite(), machine)),
  __media: ([request = '']) =>
    child(async () => (await import('./casset/audio/ingest/media-child.ts')).mediaChild(request)),
  __picture: (args) =>
    child(async () => (await import('./platform/asset/picture/picture-child.ts')).pictureChild(args)),
  '__email-picture': (args) =>
    child(async () => (await import('./platform/asset/picture/picture-child.ts')).emailPictureChild(args)),
  __preview: (args) => child(async () => (await import('./casset/extra/preview/preview-child.ts')).previewChild(args)),
  __emoji: (args) => child(async () => (await import('./shop/emoji/picture/emoji-child.ts')).emojiChild(args)),
  __pack: () =>
    child(async () => (await import('./casset/download/pack/pack-child.ts')).packChild(await Bun.stdin.text())),
  __unzip: () =>
    child(async () => (await import('./casset/import/unzip/unzip-child.ts')).unzipChild(await Bun.stdin.text())),
  __draw: () =>
    child(async () => {
      await (await import('./web/share-picture/draw.ts')).drawChild(await Bun.stdin.text())
      return ''
    }),
  async __render(args) {
    const { renderChild } = await import('./demo/render.ts')
    await renderChild(args)
    return 0
  },
  async completions([shell]) {
    const { completionsFor } = await import('./operate/command-line/completions.ts')
    return print(completionsFor(shell).trimEnd())
  },
  async man() {
    const { manualPage } = await import('./operate/command-line/manual-page.ts')
    return print(manualPage().trimEnd())
  },
  async help([topic]) {
    const { help } = await import('./operate/command-line/help.ts')
    if (topic === undefined) return print(help)
    const { helpTopic } = await import('./operate/command-line/help-topic.ts')
    return print(helpTopic(topic, process.stdout.isTTY))
  },
  '--help': async () => commands.help?.([]),
  '-h': async () => commands.help?.([]),
  '--version': async () => print(version),
}

async function answer(text: string): Promise<number> {
  await Bun.write(Bun.stdout, text)
  return 0
}

/** Does the work of a child of `runLimited`, and gives its answer. */
async function child(work: () => Promise<string>): Promise<number> {
  endWithParent(process)
  return answer(await work())
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

/** Stops gracefully on SIGTERM, Ctrl-C or a lost database; a second signal ends at once. */
function whenToStop({ running, lost }: Pick<Started, 'running' | 'lost'>): void {
  const stop = async (exitCode: number) => {
    await running.stop()
    process.exit(exitCode)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(0))
  void lost.then((error) => {
    const told = diskInWords(error)
    console.error(told instanceof Error ? told.message : String(told))
    return stop(1)
  })
}

const handsOf = () => ({
  executable: process.execPath,
  env: siteEnv(),
  isRoot: process.getuid?.() === 0,
  signal: (pid: number, name: 'SIGTERM' | 'SIGKILL') => void process.kill(pid, name),
  pid: process.pid,
})

const siteEnv = () => environmentOfSite(process.env, process.cwd())

/**
 * Returns the configuration of a command that works on a site, and becomes the user who owns the
 * database: the service could not open files that root created (rule: data-folder).
 */
function configOfSite(): Config {
  const config = readConfig(siteEnv())
  const database = join(config.dataDir, 'tapedeck.db')
  if (process.getuid?.() !== 0 || !existsSync(database)) return config
  const owner = statSync(database)
  if (owner.uid === 0) return config
  const advice = 'Run this command as that user, with sudo -u.'
  openedAt(database, `It belongs to user ${owner.uid}. ${advice}`, () => {
    process.setgroups?.([owner.gid])
    process.setgid?.(owner.gid)
    process.setuid?.(owner.uid)
  })
  return config
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
  const error = diskInWords(thrown)
  const isForReader = error instanceof Error && errorsForReaders.has(error.name)
  if (!(error instanceof Error)) console.error(String(error))
  else console.error(isForReader ? error.message : (error.stack ?? error.message))
  process.exit(1)
})
