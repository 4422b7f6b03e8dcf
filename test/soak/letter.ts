// `bun test/soak/letter.ts READERS KILLS`: one letter to many, sent by a program that is killed
// over and over, while the mail server refuses some addresses for good and defers others.
// Afterwards each reader has exactly one, and each refused address none. A kill may leave out the
// reader whose row was written and whose email was not yet sent; the letter's figures tell of each
// such email that its answer was lost (rule: letter-once).
import { SMTPServer } from 'smtp-server'
import { inDatabase, writeBigLetter } from '../support/audience/big-letter.ts'
import { startProcess, temporaryFolder } from '../support/process.ts'

const readers = Number(Bun.argv[2] ?? 100_000)
const kills = Number(Bun.argv[3] ?? 10)

const got = new Map<string, number>()
const putOff = new Set<string>()
const refusal = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code })

const server = new SMTPServer({
  hideSTARTTLS: true,
  authOptional: true,
  onRcptTo({ address }, _, done) {
    if (address.startsWith('gone')) return done(refusal(550, 'No such mailbox'))
    if (!address.startsWith('later') || putOff.has(address)) return done()
    putOff.add(address)
    return done(refusal(451, 'Greylisted, try again later'))
  },
  onData(stream, { envelope }, done) {
    stream.resume()
    stream.on('end', () => {
      for (const { address } of envelope.rcptTo) got.set(address, (got.get(address) ?? 0) + 1)
      done()
    })
  },
})
// Connections of a killed process break off.
server.on('error', () => undefined)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
const address = server.server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0

using folder = temporaryFolder()
const dataDir = folder.path
const env = {
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'Tapedeck <deck@music.example>',
  LETTERS_PER_MINUTE: '1000000',
  LOG_LEVEL: 'warn',
}

const kinds = ['reader', 'reader', 'reader', 'reader', 'reader', 'reader', 'reader', 'reader', 'gone', 'later']
const emails = Array.from({ length: readers }, (_, index) => `${kinds[index % 97] ?? 'reader'}${index}@example.com`)

await writeBigLetter(dataDir, env, { emails, dueAt: 1 })

const stateOf = () => inDatabase(dataDir, (run) => String(run('SELECT state FROM letters')[0]?.[0]))

/** Returns the milliseconds of processor time that a process has used. */
async function processorMs(pid: number): Promise<number> {
  const fields = (await Bun.file(`/proc/${pid}/stat`).text()).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

let turns = 0
let usedMs = 0
const begun = performance.now()
for (;;) {
  const program = await startProcess({ dataDir, env })
  const endsAt = performance.now() + (turns < kills ? 1_000 + Math.random() * 6_000 : 10 * 60_000)
  while (performance.now() < endsAt && (turns < kills || stateOf() !== 'SENT')) await Bun.sleep(250)
  usedMs += await processorMs(program.pid)
  await program.end('SIGKILL')
  turns += 1
  // Skips the minutes that greylisting and a killed job would wait.
  inDatabase(dataDir, (run) => {
    run("UPDATE letter_recipients SET retry_at = 1 WHERE state = 'WAITING' AND retry_at > 1")
    run("UPDATE jobs SET run_at = 1 WHERE kind IN ('send-letter', 'gather-letter-readers')")
  })
  console.log(`turn ${turns}: ${got.size} of ${readers} got it, ${stateOf()}`)
  if (turns > kills && stateOf() === 'SENT') break
}

const countOf = (email: string) => got.get(email) ?? 0
const left = emails.filter((email) => !email.startsWith('gone') && countOf(email) === 0)
const wrong = emails.filter((email) => countOf(email) > (email.startsWith('gone') ? 0 : 1))
const read = 'SELECT recipients, sent, failed, skipped, unsure FROM letters'
const [recipients, sent, failed, skipped, unsure] = inDatabase(dataDir, (run) => run(read)[0] ?? []).map(Number)
console.log(
  `${readers} readers, ${kills} kills, ${Math.round((performance.now() - begun) / 1000)} s: ` +
    `${wrong.length} wrong (${wrong
      .slice(0, 5)
      .map((email) => `${email}: ${countOf(email)}`)
      .join(', ')}), ${left.length} left out of ${unsure} unsure; ` +
    `recipients, sent, failed, skipped: ${[recipients, sent, failed, skipped].join(', ')}; ` +
    `${(usedMs / readers).toFixed(2)} ms of processor for each, with ${turns} starts`,
)
server.close()
process.exit(wrong.length === 0 && left.length <= Math.min(kills, unsure ?? 0) ? 0 : 1)
