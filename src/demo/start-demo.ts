import { type Config, readConfig } from '../config.ts'
import { demoAccount } from '../lib/account/demo-account.ts'
import { listOfLanguages, spokenLanguages } from '../lib/language/languages.ts'
import { addressLines, networkAddresses } from '../operate/command/addresses.ts'
import { type Machine, type Started, startServing } from '../operate/command/start-serving.ts'
import { PortError } from '../platform/http/site/bind-port.ts'
import { DEMO_NOTICE } from './artists.ts'
import { bePresent } from './be-present.ts'
import { chooseDemoFolder, markDemoDatabase, markDemoFolder } from './demo-folder.ts'
import { demoJobs } from './demo-jobs.ts'
import { removeDemo } from './remove-demo.ts'
import { seedDemo } from './seed.ts'

type Env = Record<string, string | undefined>

type Options = {
  env: Env
  machine: Machine
  /** Start over: what an earlier demo made is removed first. */
  isFresh: boolean
  print: (line: string) => void
}

const defaults = { LOG_LEVEL: 'warn', PAYMENTS: 'test', LANGUAGES: listOfLanguages(spokenLanguages) }

// All else of a configuration is a real deck's: its folder, keys, mail server, processor, address
// and rules of entry.
const shared = [
  'HOST',
  'PORT',
  'LOG_LEVEL',
  'LANGUAGES',
  'TRUSTED_PROXIES',
  'PUBLIC_API',
  'MAX_UPLOAD_MB',
  'ACCOUNT_QUOTA_GB',
  'KEEP_FREE_MB',
]

/**
 * `tapedeck demo`: a living site of fictional artists on a folder of its own, DEMO_DIR
 * (rule: demo). It listens at once; music and sleeves arrive while one looks on, and what is there
 * already is not made again. Throws ConfigError for a folder that no demo made.
 */
export async function startDemo({ env, machine, isFresh, print }: Options): Promise<Started> {
  const DATA_DIR = chooseDemoFolder(env.DEMO_DIR?.trim() || './demo-data', env.DATA_DIR?.trim() || './data')
  const address = pick(env, ['DEMO_URL'])
  // An address for other machines means that they should reach it.
  const HOST = address.DEMO_URL ? '0.0.0.0' : '127.0.0.1'
  const config = readConfig({ ...defaults, HOST, ...address, ...pick(env, shared), DATA_DIR }, 'DEMO_URL')
  markDemoFolder(DATA_DIR)
  const prepare = () => {
    const left = isFresh ? removeDemo(DATA_DIR) : []
    if (left.length > 0) print(`No demo made these files in ${DATA_DIR}, so they stay: ${left.join(', ')}`)
    markDemoDatabase(DATA_DIR)
  }
  const started = await listen(config, machine, prepare, !env.PORT?.trim())
  const { ctx, running } = started
  ctx.jobs.handle(ctx, demoJobs)
  print(`listening on ${running.url}`)
  const isNew = await seedDemo(ctx)
  bePresent(ctx)
  print('')
  print(`  ${DEMO_NOTICE}`)
  print(
    `  ${isNew ? 'All cassets are on the home page; their music is being recorded and appears as it is ready.' : 'All cassets are on the home page.'}`,
  )
  print(`  Open ${ctx.site.origin} and, to see the studio, sign in as`)
  print(`  ${demoAccount.email} with the password ${demoAccount.password}`)
  const [, ...others] = addressLines(ctx, networkAddresses())
  for (const line of others) print(`  ${line}`)
  return started
}

const pick = (env: Env, names: readonly string[]): Env =>
  Object.fromEntries(names.flatMap((name) => (env[name]?.trim() ? [[name, env[name]]] : [])))

/** Listens on port 3000, or on a free one when somebody else is there and no port was asked for. */
async function listen(config: Config, machine: Machine, prepare: () => void, anyPort: boolean) {
  try {
    return await startServing(config, machine, prepare)
  } catch (error) {
    if (!anyPort || !(error instanceof PortError && error.isTaken)) throw error
    return await startServing({ ...config, port: 0 }, machine)
  }
}
