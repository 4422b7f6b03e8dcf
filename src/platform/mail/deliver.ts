import { Readable } from 'node:stream'
import { domainToASCII } from 'node:url'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'

/**
 * The answer of the mail server to one email. `refused`: for good; `isAddress`: because of its
 * address. `later`: not now. `unanswered`: it was given all of it, and the connection ended before
 * its answer.
 */
export type Delivery =
  | { end: 'sent' }
  | { end: 'refused'; isAddress: boolean; problem: string }
  | { end: 'later'; problem: string }
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

type Options = { connect: () => Promise<SMTPConnection>; from: string; idleMs: number }

/** Returns an address with its domain in ASCII, as it is written into an email. */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`
}

/** Creates the connections of `connect`; `from` is the address that undeliverable emails go to. */
export function createDeliverer({ connect, from, idleMs }: Options): Deliverer {
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

  async function take(): Promise<SMTPConnection> {
    for (let next = idle.pop(); next; next = idle.pop()) if (!isClosed(next)) return next
    return connect()
  }

  return {
    async deliver(email) {
      const connection = await take()
      const { delivery, isUsable } = await sendOver(connection, from, email)
      if (isUsable) keep(connection)
      else connection.close()
      if (delivery instanceof Error) throw delivery
      return delivery
    },
    close,
  }
}

const isClosed = ({ destroyed, _socket: socket }: SMTPConnection): boolean =>
  destroyed || !socket || socket.destroyed || !socket.writable

type Refused = Error & { [Key in 'command' | 'response']?: string | undefined } & { responseCode?: number | undefined }
type Sent = { delivery: Delivery | Error; isUsable: boolean }

async function sendOver(connection: SMTPConnection, from: string, { to, source, beforeEnd }: RawEmail): Promise<Sent> {
  let isAsked = false
  const message = new EndingEmail(source, () => {
    beforeEnd()
    isAsked = true
  })
  const failure = await new Promise<Refused | null>((resolve) => {
    connection.removeAllListeners('error')
    // Stays: a connection that ends while it is idle has nobody else to tell.
    connection.on('error', resolve)
    connection.send({ from, to: [asciiAddress(to)] }, message, (error) => resolve(error))
  })
  if (!failure) return { delivery: { end: 'sent' }, isUsable: true }
  const problem = failure.response ?? failure.message
  const { responseCode: code } = failure
  if (code === undefined) {
    return { delivery: isAsked ? { end: 'unanswered', problem } : failure, isUsable: false }
  }
  const isOfAddress = failure.command === 'RCPT TO'
  const isOfEmail = isOfAddress || failure.command === 'DATA'
  // 421: the server is about to close. An answer before the recipient's name is about us. Once it
  // was given the whole email, any answer says what became of that.
  if (!isAsked && (code === 421 || !isOfEmail)) return { delivery: failure, isUsable: false }
  const isUsable = code !== 421 && (await isReset(connection))
  return code >= 500
    ? { delivery: { end: 'refused', isAddress: isOfAddress, problem }, isUsable }
    : { delivery: { end: 'later', problem }, isUsable }
}

const isReset = (connection: SMTPConnection): Promise<boolean> =>
  new Promise((resolve) => {
    if (isClosed(connection)) return resolve(false)
    connection.reset((error) => resolve(!error))
  })

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
