import { join, resolve } from 'node:path'
import { medianOf } from './median.ts'

const usage = `bun test/bench/turns.ts CLONE [ROUNDS] compares this clone with another one, such as that of an older
commit, in turns, by processor time: build both (bun run build) first.`

const [other, rounds = '9'] = Bun.argv.slice(2)
if (other === undefined) {
  console.error(usage)
  process.exit(1)
}

async function startSide(root: string) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'turn-side.ts'), root], {
    cwd: root,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const lines = linesOf(child.stdout)
  const next = async (word: string) => {
    for (let line = await lines.next(); !line.done; line = await lines.next())
      if (line.value.startsWith(`${word} `)) return line.value.slice(word.length + 1)
    throw new Error(`${root} ended before it had measured all.`)
  }
  return {
    names: (await next('ready')).split('|'),
    async measure(name: string) {
      child.stdin.write(`${name}\n`)
      child.stdin.flush()
      return Number(await next('took'))
    },
    end() {
      child.stdin.end()
      return child.exited
    },
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, undefined> {
  let text = ''
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    const parts = (text + piece).split('\n')
    text = parts.pop() ?? ''
    yield* parts
  }
}

const before = await startSide(resolve(other))
const now = await startSide(join(import.meta.dir, '../..'))
for (const name of now.names) {
  // The first round of each warms up and does not count.
  for (const side of [before, now]) await side.measure(name)
  const took: { before: number; now: number }[] = []
  for (let n = 0; n < Number(rounds); n += 1) {
    const first = n % 2 === 0 ? await before.measure(name) : undefined
    const own = await now.measure(name)
    took.push({ before: first ?? (await before.measure(name)), now: own })
  }
  // A round is compared with its neighbour, as the machine's speed changes from minute to minute.
  const ratio = medianOf(took.map((each) => each.now / each.before))
  const [a, b] = [medianOf(took.map((each) => each.before)), medianOf(took.map((each) => each.now))]
  console.log(`${name}: ${a.toFixed(1)} µs before, ${b.toFixed(1)} µs now, ${ratio.toFixed(2)} times`)
}
await Promise.all([before.end(), now.end()])
