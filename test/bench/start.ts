import { fill } from './fill.ts'
import { medianOf } from './median.ts'
import { rssMb, scratchFolder } from './program.ts'
import { atMost, type Row } from './report.ts'

/** Measures the time from starting on an existing database to the first 200, and idle memory. */
export async function benchStart(executable: string): Promise<Row[]> {
  using folder = scratchFolder()
  await fill(folder.path)
  const firsts: number[] = []
  let idleMb = 0
  for (let n = 0; n < 7; n += 1) {
    const env = {
      PATH: Bun.env.PATH ?? '',
      DATA_DIR: folder.path,
      PORT: String(freePort()),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
    }
    const from = performance.now()
    const child = Bun.spawn([executable], { env, stdout: 'ignore', stderr: 'inherit' })
    const url = `http://127.0.0.1:${env.PORT}/healthz`
    while (!(await isAnswered(url))) {
      if (child.exitCode !== null) throw new Error('The executable ended instead of listening.')
      await Bun.sleep(1)
    }
    firsts.push(performance.now() - from)
    if (n === 6) {
      await fetch(`http://127.0.0.1:${env.PORT}/`)
      await Bun.sleep(3000)
      idleMb = await rssMb(child.pid)
    }
    child.kill('SIGKILL')
    await child.exited
  }
  return [
    atMost('start of the executable to its first 200, existing database, median of 7', medianOf(firsts), 110, 'ms'),
    atMost('idle memory (RSS)', idleMb, 90, 'MB'),
  ]
}

const isAnswered = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  )

/** Returns a port that nobody listens on: the system gave it and took it back. */
function freePort(): number {
  const probe = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = probe
  probe.stop(true)
  return port ?? 0
}
