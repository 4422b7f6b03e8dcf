import { rmSync } from 'node:fs'
import { type Machine, startServing } from '../command/start-serving.ts'
import { type Config, readConfig } from '../config.ts'
import { PortTakenError, type Running } from '../serve.ts'
import { DEMO_NOTICE } from './artists.ts'
import { handleDemoJobs } from './demo-jobs.ts'
import { demoAccount, seedDemo } from './seed.ts'

type Options = {
  env: Record<string, string | undefined>
  machine: Machine
  /** Start over: the demo's data folder is emptied first. */
  isFresh: boolean
  print: (line: string) => void
}

const defaults = { HOST: '127.0.0.1', DATA_DIR: './demo-data', LOG_LEVEL: 'warn', PAYMENTS: 'test' }

/**
 * `tapedeck demo`: a living site of fictional artists on a data folder of its own (contract 1). It listens at once; music
 * and sleeves arrive while one looks on, and what is there already is not made again.
 */
export async function startDemo({ env, machine, isFresh, print }: Options): Promise<Running> {
  const config = readConfig({ ...defaults, ...env })
  if (isFresh) rmSync(config.dataDir, { recursive: true, force: true })
  const { ctx, running } = await listen(config, machine, env.PORT === undefined)
  handleDemoJobs(ctx)
  print(`listening on ${running.url}`)
  const isNew = await seedDemo(ctx)
  print('')
  print(`  ${DEMO_NOTICE}`)
  print(
    `  ${isNew ? 'The first tapes are being recorded; all are on the rack within a minute.' : 'The tapes are on the rack.'}`,
  )
  print(`  Open ${ctx.site.origin} and, to look into the studio, sign in as`)
  print(`  ${demoAccount.email} with the password ${demoAccount.password}`)
  return running
}

/** Listens on port 3000, or on a free one when somebody else is there and no port was asked for. */
async function listen(config: Config, machine: Machine, anyPort: boolean) {
  try {
    return await startServing(config, machine)
  } catch (error) {
    if (!anyPort || !(error instanceof PortTakenError)) throw error
    return await startServing({ ...config, port: 0 }, machine)
  }
}
