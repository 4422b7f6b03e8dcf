import { readConfig } from '../../src/config.ts'
import { createCtx } from '../../src/create-context.ts'
import { serve } from '../../src/serve.ts'
import { testAssets } from '../support/platform/assets.ts'
import { threadCpuMs } from './thread-clock.ts'

/**
 * A server without request limits, so that one account can be measured. A second address tells what
 * its event loop did since it was last asked: the processor time used, and the most that its thread
 * used between two turns.
 */
async function main(): Promise<void> {
  const config = readConfig({ ...Bun.env, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' })
  const ctx = createCtx(config, {
    assets: await testAssets(),
    selfCommand: [process.execPath, `${import.meta.dir}/../../src/main.ts`],
    pids: { own: process.pid, isAlive: () => false },
    limiter: { take: () => 0 },
    isServing: true,
  })
  const { url } = await serve(ctx)

  let lastCpuMs = threadCpuMs()
  let longestMs = 0
  let before = process.cpuUsage()
  setInterval(() => {
    // The thread's own time, because another process that had the core is no block of ours.
    const now = threadCpuMs()
    longestMs = Math.max(longestMs, now - lastCpuMs)
    lastCpuMs = now
  }, 1)

  const told = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch() {
      const { user, system } = process.cpuUsage(before)
      const answer = Response.json({
        cpuMs: (user + system) / 1000,
        longestMs,
        rssMb: process.memoryUsage.rss() / 2 ** 20,
      })
      before = process.cpuUsage()
      longestMs = 0
      lastCpuMs = threadCpuMs()
      return answer
    },
  })
  console.log(`told at ${told.url.origin} listening on ${url}`)
}

// Not awaited at the top level: the bytecode of an executable does not support that.
void main()
