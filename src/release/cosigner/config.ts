import { readNoteKey } from '../../lib/verify/note/note.ts'

/** A log of others that this instance cosigns: its name, and the key that signs it. */
export type WitnessedLog = { readonly origin: string; readonly verifierKey: string }

type Fault = <T>(name: string, problem: string, value: T) => T

const mostLogs = 50
const ed25519 = 0x01

/** Reads the logs to cosign: a verifier key (C2SP signed-note) in each line, or between commas. */
export function readWitnessedLogs(name: string, raw: string | undefined, fault: Fault): WitnessedLog[] {
  const written = (raw ?? '')
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
  if (written.length > mostLogs) return fault(name, `must have at most ${mostLogs} logs`, [])
  const logs = written.map((verifierKey) => {
    const key = readNoteKey(verifierKey)
    return key?.kind === ed25519 && key.publicKey.length === 32 ? { origin: key.name, verifierKey } : undefined
  })
  const at = logs.indexOf(undefined)
  if (at !== -1) {
    const wrong = written[at]?.slice(0, 200)
    return fault(name, `must be keys of logs, as their /log/vkey has them, but one is "${wrong}"`, [])
  }
  const found = logs.flatMap((log) => log ?? [])
  const names = new Set(found.map(({ origin }) => origin))
  return names.size < found.length ? fault(name, 'must name each log once', []) : found
}
