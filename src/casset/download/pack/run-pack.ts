import { Value } from '@sinclair/typebox/value'
import { parseJson } from '../../../lib/json/json.ts'
import { runLimited } from '../../../lib/turn/limited-child.ts'
import { type PackRequest, PackResult } from './pack.ts'

const leastCpuMs = 60_000
const bytesPerMs = 5_000
const rssMb = 700

/** Builds a zip in a child process, so that large files neither block nor exhaust the server. */
export async function runPack(
  command: readonly string[],
  request: PackRequest,
  bytes: number,
  signal?: AbortSignal,
): Promise<PackResult> {
  const end = await runLimited({
    cmd: [...command, '__pack'],
    // Passed on stdin: an argument may be too short for the lyrics of a long casset.
    stdin: JSON.stringify(request),
    cpuMs: leastCpuMs + bytes / bytesPerMs,
    rssMb,
    ...(signal === undefined ? {} : { signal }),
  })
  if (end.kind === 'answer') return parsed(end.text)
  return { ok: false, kind: end.kind === 'expensive' ? 'crashed' : end.kind }
}

function parsed(answer: string): PackResult {
  try {
    return Value.Decode(PackResult, parseJson(answer))
  } catch {
    return { ok: false, kind: 'crashed' }
  }
}
