import { type Signal, signal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { announce } from '../../../lib/announce.ts'
import { sendFile } from '../upload/send-file.ts'

/** A file on its way. A stuck one goes on by itself or by its button, a refused one never. */
export type Sending = {
  readonly cassetId: string
  readonly file: File
  readonly sentBytes: Signal<number>
  readonly state: Signal<{ kind: 'waiting' | 'sending' } | { kind: 'stuck' | 'refused'; why: string }>
}

/** They go on while other pages of the studio are open. */
export const sendings = signal<readonly Sending[]>([])

/** How many files have arrived since the page was loaded. */
export const arrived = signal(0)

const cancellations = new Map<Sending, AbortController>()
let isWatching = false

export function addSendings(cassetId: string, files: readonly File[], mostBytes: number): void {
  const fresh = files.map((file): Sending => {
    const why = problemOf(file, mostBytes)
    const state: Sending['state'] = signal(why === null ? { kind: 'waiting' } : { kind: 'refused', why })
    return { cassetId, file, sentBytes: signal(0), state }
  })
  sendings.value = [...sendings.value, ...fresh]
  watch()
  pump()
}

function problemOf({ size }: File, mostBytes: number): string | null {
  if (size === 0) return say('This file is empty.')
  if (size <= mostBytes) return null
  return say('A file can have at most {count} MB.', { count: Math.floor(mostBytes / 1_000_000) })
}

/** Sends the next one; they arrive in the order in which they were chosen. */
function pump(): void {
  const next = sendings.value.find(({ state }) => state.value.kind !== 'refused')
  if (next?.state.value.kind === 'waiting') void run(next)
}

async function run(sending: Sending): Promise<void> {
  const { cassetId, file, state, sentBytes } = sending
  const cancellation = new AbortController()
  cancellations.set(sending, cancellation)
  state.value = { kind: 'sending' }
  const setback = await sendFile(file, {
    endpoint: `/api/studio/casset/${cassetId}/extras`,
    peaks: null,
    isNumbered: false,
    title: null,
    hasParts: false,
    signal: cancellation.signal,
    onTrack: () => undefined,
    onSent(bytes) {
      sentBytes.value = bytes
    },
  })
  if (cancellation.signal.aborted) return
  cancellations.delete(sending)
  if (setback === null) {
    remove(sending)
    arrived.value += 1
    announce(say('{name} is uploaded.', { name: file.name }))
  } else {
    state.value = { kind: setback.isFinal ? 'refused' : 'stuck', why: setback.why }
    if (setback.goesOnInMs !== null) setTimeout(() => goOn(sending), setback.goesOnInMs)
  }
  pump()
}

export function goOn({ state }: Sending): void {
  if (state.value.kind !== 'stuck') return
  state.value = { kind: 'waiting' }
  pump()
}

/** Gives a file up; the server's part of it is deleted. */
export function cancelSending(sending: Sending): void {
  cancellations.get(sending)?.abort()
  cancellations.delete(sending)
  remove(sending)
  pump()
}

function remove(sending: Sending): void {
  sendings.value = sendings.value.filter((each) => each !== sending)
}

function watch(): void {
  if (isWatching) return
  isWatching = true
  addEventListener('online', () => {
    for (const sending of sendings.value) goOn(sending)
  })
  addEventListener('beforeunload', (event) => {
    if (sendings.value.some(({ state }) => state.value.kind !== 'refused')) event.preventDefault()
  })
}
