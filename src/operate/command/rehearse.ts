import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { closeDb } from '../../../db/open.ts'
import { type Config, readConfig } from '../../config.ts'
import { createCtx } from '../../create-context.ts'
import { loadAssets } from '../../platform/client/assets.ts'
import { clientDir } from '../../platform/client/client-dir.ts'
import { isLiveKey } from '../../platform/payment/mode.ts'
import { version } from '../../platform/version.ts'
import { jobDefinitions } from '../../rooms.ts'
import { type Recorder, startRecorder } from '../rehearsal/recorder.ts'
import { rehearse } from '../rehearsal/rehearse.ts'
import { createReport, renderFindings, reportFile } from '../rehearsal/report.ts'
import type { Machine } from './start-serving.ts'

const exit = { same: 0, unplayed: 1, differs: 2 } as const

/** How long to wait for Stripe's own actions, and how long between two looks. */
export type Pace = { patienceMs: number; pauseMs: number }
const unhurried: Pace = { patienceMs: 120_000, pauseMs: 2_000 }

/**
 * `tapedeck rehearse [FILE]`: makes test payments at Stripe with test keys, in a folder of its own,
 * and compares Stripe's answers with what this program expects. Returns the exit code: 0 when all
 * is as expected, 2 when something differs, 1 when it could not be played.
 */
export async function rehearseCommand(
  { stripe: { secretKey, publishableKey, apiBase } }: Config,
  machine: Machine,
  file: string | undefined,
  print: (line: string) => void,
  pace = unhurried,
): Promise<number> {
  const path = resolve(file ?? `rehearsal-${new Date().toISOString().slice(0, 19).replaceAll(/\D/g, '')}.json`)
  const problem = refuseKeys(secretKey, publishableKey) ?? (existsSync(path) ? `${path} is there already.` : undefined)
  if (problem !== undefined || secretKey === undefined || publishableKey === undefined) {
    print(problem ?? '')
    return exit.unplayed
  }
  await using recorder = startRecorder(apiBase ?? new URL('https://api.stripe.com'))
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-rehearsal-'))
  try {
    return await play(recorder, { secretKey, publishableKey, folder, machine, path, print, pace })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function refuseKeys(secretKey: string | undefined, publishableKey: string | undefined): string | undefined {
  if (!secretKey || !publishableKey) {
    return 'Set STRIPE_SECRET_KEY=sk_test_… and STRIPE_PUBLISHABLE_KEY=pk_test_…: Developers, API keys, in a sandbox or the test mode of your Stripe account.'
  }
  if (!isLiveKey(secretKey) && !isLiveKey(publishableKey)) return undefined
  return 'These are live keys, which move real money. A rehearsal takes test keys only: sk_test_… and pk_test_…'
}

type Playing = {
  secretKey: string
  publishableKey: string
  folder: string
  machine: Machine
  path: string
  print: (line: string) => void
  pace: Pace
}

async function play(recorder: Recorder, { secretKey, publishableKey, folder, machine, path, print, pace }: Playing) {
  const host = `rehearsal-${Bun.hash(folder).toString(36).slice(0, 8)}.example.com`
  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_API_BASE: recorder.url.origin,
    BASE_URL: `https://${host}`,
    SELLERS: 'open',
    NEW_SELLER_SALES: '0',
    LOG_LEVEL: 'warn',
  })
  const logged: string[] = []
  const ctx = createCtx(config, {
    ...machine,
    assets: loadAssets(await clientDir()),
    isServing: true,
    write: (line) => logged.push(line),
  })
  ctx.jobs.handle(ctx, jobDefinitions)
  ctx.jobs.start()
  print('Playing through payments with test keys. No real money moves. It takes a few minutes.')
  const report = createReport(({ step, verdict }) => print(`  ${verdict.padEnd(11)}  ${step}`))
  try {
    const left = await rehearse(ctx, recorder, report, pace)
    const about = { program: version, apiVersion: ctx.processor?.stripe.VERSION, at: new Date().toISOString() }
    await Bun.write(path, reportFile({ ...about, left, logged }, report.findings, recorder.recorded))
    print(`\n${renderFindings(report.findings)}`)
    if (left.length > 0) print(`\nStill at Stripe, in its test mode: ${left.join(', ')}.`)
    print(`\nWhat was asked and answered is in ${path}, without keys, names and addresses.`)
    const differs = report.findings.some(({ verdict }) => verdict === 'differs')
    if (differs) print('Send it to the developers of Tapedeck, and wait for an answer before you take real money.')
    return differs ? exit.differs : exit.same
  } catch (error) {
    print(`It could not be played: ${error instanceof Error ? error.message : 'no reason given'}`)
    return exit.unplayed
  } finally {
    await ctx.jobs.stop()
    closeDb(ctx.db)
  }
}
