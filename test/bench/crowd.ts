import { join } from 'node:path'
import type { CrowdReport } from './crowd-sockets.ts'

const script = join(import.meta.dir, 'crowd-process.ts')

/** A crowd of listeners in a process of its own, on the second core. Ends with its scope. */
export type Crowd = AsyncDisposable & {
  /** Gives a command of crowd-process.ts and returns the crowd's counts once it is done. */
  tell(command: string): Promise<CrowdReport & { tookMs: number }>
}

export function startCrowd(port: number, path?: string, isTls = false): Crowd {
  const pinned = Bun.which('taskset') ? ['taskset', '-c', '1'] : []
  const told = [...(path === undefined ? [] : [path]), ...(isTls ? ['tls'] : [])]
  const child = Bun.spawn([...pinned, process.execPath, script, `${port}`, ...told], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    async tell(command) {
      child.stdin.write(`${command}\n`)
      child.stdin.flush()
      while (!text.includes('\n')) {
        const { done, value } = await lines.read()
        if (done) throw new Error(`The crowd ended at "${command}".`)
        text += value
      }
      const [line = '', ...rest] = text.split('\n')
      text = rest.join('\n')
      return JSON.parse(line)
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await child.exited
    },
  }
}

type Talk = { url: string; cookies: readonly string[]; perSecond: number; seconds: number; rooms: number }

/**
 * Posts comments at a steady rate, to all rooms and by all accounts in turn, each with the moment
 * as its text. Throws when one was refused.
 */
export async function talk({ url, cookies, perSecond, seconds, rooms }: Talk): Promise<{ posted: number }> {
  const total = Math.round(perSecond * seconds)
  const from = performance.now()
  const answers: Promise<number>[] = []
  for (let n = 0; n < total; n += 1) {
    const early = from + (n * 1000) / perSecond - performance.now()
    if (early > 1) await Bun.sleep(early)
    answers.push(postAt(`${url}/api/casset/room${n % rooms}/comment`, cookies[n % cookies.length] ?? ''))
  }
  const statuses = await Promise.all(answers)
  const refused = statuses.filter((status) => status !== 201)
  if (refused.length > 0) throw new Error(`${refused.length} of ${total} comments were refused: ${refused[0]}`)
  return { posted: total }
}

async function postAt(url: string, cookie: string): Promise<number> {
  const text = (performance.timeOrigin + performance.now()).toFixed(3)
  const headers = { 'content-type': 'application/json', cookie }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ text }) })
  await response.body?.cancel()
  return response.status
}
