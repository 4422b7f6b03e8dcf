import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { asciiAddress } from './address.ts'
import { faultOfAnswer, saidOf } from './read-answer.ts'

/**
 * The answer of the mail server to one email. `refused`: for good, because of its mailbox. `later`:
 * the server refuses for now, or because of our settings; answers of one `likeness` have one cause.
 * `unanswered`: it was given all of it, and the connection ended before its answer.
 */
export type Delivery =
  | { end: 'sent'; said: string }
  | { end: 'refused'; problem: string }
  | { end: 'later'; likeness: string; problem: string }
  | { end: 'unanswered'; problem: string }

/**
 * An email as its bytes, without the line `To`, for one reader. `beforeEnd` is called at the last
 * moment at which the server cannot have taken it: the next line ends it. If it throws, nothing is
 * sent.
 */
export type RawEmail = { to: string; source: Uint8Array; beforeEnd(): void }

export type Deliverer = {
  /** Throws when the server cannot be used, or refuses us instead of the email. */
  deliver(email: RawEmail): Promise<Delivery>
  close(): void
}

type Options = {
  connect: () => Promise<SMTPConnection>
  from: string
  /** How long a connection stays open for the next email. */
  idleMs: number
  /** How long one email may take until its end is given, even if the server sends a little. */
  mostMs: number
  /** How long the server may be silent before that, and how long it may take to answer after it. */
  silentMs: number
  answerMs: number
}

/** Creates the connections of `connect`; `from` is the address that undeliverable emails go to. */
export function createDeliverer({ connect, idleMs, ...options }: Options): Deliverer {
  const idle: SMTPConnection[] = []
  let timer: Timer | undefined

  function keep(connection: SMTPConnection): void {
    if (isClosed(connection)) return
    idle.push(connection)
    clearTimeout(timer)
    timer = setTimeout(close, idleMs)
    timer.unref()
  }

  function close(): void {
    clearTimeout(timer)
    for (const each of idle.splice(0)) each.quit()
  }

  function takeKept(): SMTPConnection | undefined {
    for (let next = idle.pop(); next; next = idle.pop()) if (!isClosed(next)) return next
    return undefined
  }

  async function sendBy(connection: SMTPConnection, email: RawEmail): Promise<Delivery | Error> {
    const { delivery, isUsable } = await sendOver(connection, options, email)
    if (isUsable) keep(connection)
    else connection.close()
    return delivery
  }

  return {
    async deliver(email) {
      const kept = takeKept()
      // The server may have ended one that was kept: that is no failure yet.
      const first = kept && (await sendBy(kept, email))
      const delivery = first && !(first instanceof Error) ? first : await sendBy(await connect(), email)
      if (delivery instanceof Error) throw delivery
      return delivery
    },
    close,
  }
}

const socketOf = ({ _socket: socket }: SMTPConnection) => socket || undefined

const isClosed = (connection: SMTPConnection): boolean => {
  const socket = socketOf(connection)
  return connection.destroyed || !socket || socket.destroyed || !socket.writable
}

type Refused = Error & { [Key in 'command' | 'response']?: string | undefined } & { responseCode?: number | undefined }
type Sent = { delivery: Delivery | Error; isUsable: boolean }

async function sendOver(
  connection: SMTPConnection,
  { from, mostMs, silentMs, answerMs }: Omit<Options, 'connect' | 'idleMs'>,
  { to, source, beforeEnd }: RawEmail,
): Promise<Sent> {
  let isAsked = false
  const ended = Promise.withResolvers<Refused | null>()
  const endAfter = (ms: number) => setTimeout(() => ended.resolve(noEndAfter(ms)), ms)
  let timer = endAfter(mostMs)
  const message = new EndingEmail(source, () => {
    beforeEnd()
    isAsked = true
    clearTimeout(timer)
    // A server may look into an email for long before it answers (RFC 5321, 4.5.3.2.6).
    timer = endAfter(answerMs)
    socketOf(connection)?.setTimeout(0)
  })
  connection.removeAllListeners('error')
  // Stays: a connection that ends while it is idle has nobody else to tell.
  connection.on('error', ended.resolve)
  let said = ''
  connection.send({ from, to: [asciiAddress(to)] }, message, (error, sent) => {
    said = sent?.response ?? ''
    ended.resolve(error)
  })
  const failure = await ended.promise
  clearTimeout(timer)
  socketOf(connection)?.setTimeout(silentMs)
  if (!failure) return { delivery: { end: 'sent', said: saidOf(to, said) }, isUsable: true }
  const answer = failure.response ?? failure.message
  const problem = saidOf(to, answer)
  const thrown = new Error(saidOf(to, failure.message), { cause: failure })
  const { responseCode: code, command: step } = failure
  if (code === undefined) {
    return { delivery: isAsked ? { end: 'unanswered', problem } : thrown, isUsable: false }
  }
  // 421: the server is about to close. An answer before the recipient's name is about us. Once it
  // was given the whole email, any answer says what became of that.
  const isOfEmail = step === 'RCPT TO' || step === 'DATA'
  if (!isAsked && (code === 421 || !isOfEmail)) return { delivery: thrown, isUsable: false }
  const isUsable = code !== 421 && (await isReset(connection, silentMs))
  const { of, likeness } = faultOfAnswer({ step, code, said: answer })
  return {
    delivery: of === 'mailbox' ? { end: 'refused', problem } : { end: 'later', likeness, problem },
    isUsable,
  }
}

/** The failure of what the server drew out. */
export const noEndAfter = (ms: number): Error => new Error(`No end after ${Math.round(ms / 1000)} seconds`)

/** nodemailer says nothing to whoever resets a connection that ends instead. */
async function isReset(connection: SMTPConnection, limitMs: number): Promise<boolean> {
  if (isClosed(connection)) return false
  const answered = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => answered.resolve(false), limitMs)
  connection.removeAllListeners('end')
  connection.once('end', () => answered.resolve(false))
  connection.reset((error) => answered.resolve(!error))
  const isDone = await answered.promise
  clearTimeout(timer)
  return isDone
}

/**
 * An email that calls `beforeEnd` once the connection has taken all its bytes, and ends it in the
 * same step. With ordinary piping the bytes were written after `beforeEnd`: a process killed in
 * between had counted an email as sent that never was.
 */
class EndingEmail extends Readable {
  readonly #source: Uint8Array
  readonly #beforeEnd: () => void

  constructor(source: Uint8Array, beforeEnd: () => void) {
    super({ read: () => undefined })
    this.#source = source
    this.#beforeEnd = beforeEnd
  }

  override pipe<T extends NodeJS.WritableStream>(connection: T): T {
    connection.write(this.#source, () => {
      try {
        this.#beforeEnd()
        connection.end()
      } catch (error) {
        this.destroy(error instanceof Error ? error : new Error('The email cannot be sent now.'))
      }
    })
    return connection
  }
}
